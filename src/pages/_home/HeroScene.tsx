/** The hills, the workshop on them, and the wind that blows over them, engraved. */
export function HeroScene() {
  return (
    <svg className="hero-scene" viewBox="0 0 1440 760" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <pattern id="wind" width="10" height="10" patternUnits="userSpaceOnUse">
        <path className="hero-wind" d="M0 5H10" />
      </pattern>
      <path
        className="hero-sky"
        d="M760 20H1440V640H640V620H600V600H700V560H880V540H940V500H900V480H960V440H930V390H900V350H860V330H900V280H920V240H960V180H980V150H1010V100H860V80H720V60H790V40H760ZM1180 490c-60-10-70-60-10-66c-10-50 70-80 110-40c40-40 110-10 96 40c70 0 64 60 10 66Z"
      />
      <path d="M800 702C960 720 1090 640 1230 590S1410 566 1440 570V760H700Z" />
      <path className="hatched" d="M930 704C1080 690 1130 626 1230 590S1410 566 1440 570V760H1010Z" />
      <path d="M400 730C540 622 720 616 860 668S1040 716 1120 700V760H400Z" />
      <path d="M706 700V648H748V700M698 652 727 628 756 652M720 700V676H734V700M668 704V672M668 672c-22 0-26-24-8-28c0-22 34-18 30 2c12 10 0 26-22 26Z" />
      <path d="M0 712C180 666 360 672 560 704S900 740 1090 706 1370 672 1440 690V760H0Z" />
      <path className="dense" d="M590 708C760 736 920 738 1090 706S1370 672 1440 690V760H540Z" />
    </svg>
  )
}
