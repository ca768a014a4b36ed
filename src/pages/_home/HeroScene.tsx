/** The hills, the workshop on them, and the wind that blows over them, engraved. */
export function HeroScene() {
  return (
    <svg className="hero-scene" viewBox="0 0 1440 760" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <pattern id="wind" width="8" height="8" patternUnits="userSpaceOnUse">
        <path className="hero-wind" d="M0 4H8" />
      </pattern>
      <path
        className="hero-sky"
        d="M900 16h540v624H520v-24h-50v-16h160v-16h-60v-24h310v-32h70v-24h-50v-24h80v-48h-60v-40h60v-96h-60v-64h90v-40h-50v-16H830v-16h60v-24h40v-16h-30Z"
      />
      <path d="M800 702c160 18 290-62 430-112s180-24 210-20v190H700Z" />
      <path className="hatched" d="M930 704c150-14 200-78 300-114s180-24 210-20v190h-430Z" />
      <path d="M640 640v-52h44v52m-52-46 30-28 30 28m-16-14v-16h6v22m-27 54v-28h14v28m-69 0v-36m0 2c-24 2-30-24-10-30-4-26 34-26 32-2 18 4 10 34-22 32" />
      <path d="M400 730c140-122 320-126 460-66s180 52 260 36v60H400Z" />
      <path d="M0 712c180-46 360-40 560-8s340 36 530 2 280-34 350-16v70H0Z" />
      <path className="dense" d="M590 708c170 28 330 30 500-2s280-34 350-16v70H540Z" />
    </svg>
  )
}
