/** The maker in profile, drawn with the thread in one line: it comes in at the top and leaves at the foot, 150 of 400 units from the left. */
export function Portrait({ label }: { label: string }) {
  return (
    <svg className="portrait" viewBox="0 0 400 560" role="img" aria-label={label}>
      <path
        className="thread"
        d="M150 0C150 60 98 104 100 186C102 236 122 262 148 288C168 300 180 274 176 252C172 226 184 212 198 222C212 234 204 262 184 258C196 230 196 190 214 164C226 148 160 130 152 84C190 40 276 62 282 132C284 148 284 160 285 172C288 190 304 208 311 222C314 230 304 234 298 236C298 242 304 246 303 252C302 256 296 257 294 259C299 262 301 268 296 273C292 280 298 288 294 300C286 318 258 318 238 312C230 334 234 356 246 376C290 388 330 414 344 452C356 492 300 508 232 510C176 512 150 522 150 560"
      />
      <path className="thread" d="M262 182c8-6 14-6 20-2M148 288C152 330 146 366 112 388C74 406 50 440 44 486" />
    </svg>
  )
}
