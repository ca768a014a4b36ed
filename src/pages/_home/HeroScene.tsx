/** The hills, the workshop on them, and the wind that blows over them, engraved. */
export function HeroScene() {
  return (
    <svg className="hero-scene" viewBox="0 0 1440 760" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <pattern id="wind" width="8" height="8" patternUnits="userSpaceOnUse">
        <path className="hero-wind" d="M0 4H8" />
      </pattern>
      <path
        className="hero-sky"
        d="M900 16H1440V640H520V624H470V608H630V592H560V576H740V552H880V520H950V496H900V472H980V424H920V400H890V384H950V336H1000V288H960V272H910V256H950V192H1020V152H980V136H890V112H830V96H870V72H950V56H920V32H900ZM1150 136c-46-2-44-38-12-40c2-34 52-40 66-12c30-16 56 6 48 26c34-2 36 26 10 26Z"
      />
      <path d="M800 702C960 720 1090 640 1230 590S1410 566 1440 570V760H700Z" />
      <path className="hatched" d="M930 704C1080 690 1130 626 1230 590S1410 566 1440 570V760H1010Z" />
      <path d="M640 640V588H684V640M632 594 662 566 692 594M676 580V564H682V586M655 640V612H669V640M600 640V604M600 606c-24 2-30-24-10-30c-4-26 34-26 32-2c18 4 10 34-22 32Z" />
      <path d="M400 730C540 608 720 604 860 664S1040 716 1120 700V760H400Z" />
      <path d="M0 712C180 666 360 672 560 704S900 740 1090 706 1370 672 1440 690V760H0Z" />
      <path className="dense" d="M590 708C760 736 920 738 1090 706S1370 672 1440 690V760H540Z" />
    </svg>
  )
}
