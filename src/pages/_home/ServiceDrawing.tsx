import type { ReactNode } from 'react'
import type { serviceIcons } from '../../content/home.schema.ts'

type Icon = (typeof serviceIcons)[number]

/** Where the drawing's notes stand, each with the leader that points at its part. */
const NOTES: Record<Icon, readonly { leader: string; x: number; y: number }[]> = {
  diamond: [
    { leader: 'M226 66 256 42H300', x: 242, y: 34 },
    { leader: 'M160 176 214 206H260', x: 220, y: 224 },
  ],
  sled: [{ leader: 'M214 26 240 8H320', x: 200, y: -4 }],
  box: [
    { leader: 'M236 82H262', x: 268, y: 88 },
    { leader: 'M236 208H262', x: 268, y: 214 },
  ],
  patch: [{ leader: 'M200 130 236 40H330', x: 214, y: 32 }],
}

const DRAWINGS: Record<Icon, ReactNode> = {
  diamond: (
    <>
      <path className="hatched" d="M160 18 272 98 160 222Z" />
      <path d="M160 18 272 98 160 222 48 98ZM160 66 126 136 160 178M160 222c10 8-8 14 2 24-8 6-6 10-2 14" />
      <path className="spar" d="M160 18V222M48 98C110 82 210 82 272 98" />
      <path className="thread" d="M126 136C84 152 44 190 16 258" />
    </>
  ),
  sled: (
    <>
      <path className="hatched" d="M218 28 268 118 232 172C228 120 224 70 218 28Z" />
      <path d="M102 28C138 14 182 14 218 28L268 118 232 172C194 156 126 156 88 172L52 118ZM160 74 176 106H144Z" />
      <path className="spar" d="M102 28C96 70 92 120 88 172M218 28C224 70 228 120 232 172" />
      <path className="thread" d="M52 118 150 244 268 118M150 244C146 254 138 260 128 266" />
    </>
  ),
  box: (
    <>
      <path className="hatched" d="M142 88 234 56V112L142 146ZM142 212 234 180V236L142 270Z" />
      <path d="M66 62 158 30 234 56 142 88ZM66 62V118L142 146V88M142 146 234 112V56M66 186 142 212 234 180M66 186V242L142 270V212M142 270 234 236V180M66 186 94 176M234 180 190 165M158 30V82" />
      <path className="spar" d="M66 52V252M142 78V280M234 46V246" />
      <path d="M158 20V30M158 140V206" />
      <path className="thread" d="M66 90 22 190 66 222M22 190C18 220 12 240 0 262" />
    </>
  ),
  patch: (
    <>
      <path d="M146 14 292 108 130 250 30 86ZM80 104C92 118 86 126 98 138S104 158 114 166" />
      <path className="spar" d="M146 14C150 90 146 170 130 250M30 86C120 76 220 88 292 108" />
      <path className="hatched" d="M164 112 236 120 206 176 156 172Z" />
      <path d="M164 112 236 120 206 176 156 172Z" />
      <path
        className="thread"
        d="M78 116 92 108M84 128 98 120M86 140 102 132M94 152 108 144M100 164 116 156M160 122H172M158 140H170M156 158H168M184 108V122M204 110V124M224 112 222 126M216 148 230 152M206 166 218 172M190 180V168M170 178V166M218 172C246 214 276 226 300 192"
      />
      <path d="M286 214 330 150C334 146 338 150 335 154L291 217ZM326 160 331 153" />
    </>
  ),
}

/** What the service is, drawn as a kite on the workbench. */
export function ServiceDrawing({ icon, notes }: { icon: Icon; notes: readonly string[] }) {
  return (
    <svg className="service-drawing" viewBox="0 -16 350 306" aria-hidden="true">
      {DRAWINGS[icon]}
      {notes.map((note, i) => {
        const place = NOTES[icon][i]
        return (
          place && (
            <g key={note} className="service-note">
              <path d={place.leader} />
              <text x={place.x} y={place.y}>
                {note}
              </text>
            </g>
          )
        )
      })}
    </svg>
  )
}
