/** Words of every day that are no mistakes: without them “total” would be mended to “Toptal”, and “hard” to “heard”. */
export const commonWords: readonly string[] =
  `above absolutely accept access across act actual add address adult advance afraid against age ago agree air allow almost
  along alright although among angry annual answer anybody anymore apart appear apply area argue arrive aside attempt
  average avoid aware away baby bad bag ball bare base basis bear beat become bed begin behind belief below beside bet
  beyond big bill birth bit bite black blank blind block blood blue board boat body bold bone born both bottom box boy brain
  brand brave bread break bright bring broad brother brown burn bus busy buy cake calm camera car card care careful carry
  case cash cast catch cause cell cent chair chance change chapter character check chief child choice chose city civil
  claim class clean clear click clock close cloth coat coffee cold collect color colour common concern condition cook
  cool copy corner correct count country couple course cover crazy cream create cross crowd cry cup current curve cut
  damage dance danger dark daughter dead deaf deal dear death deep degree depend desk detail die differ direct dirty dog
  door double doubt down dozen draw dream dress drink drive drop dry due during dust duty ear early earn earth ease east
  easy eat edge effect effort egg eight either else empty end engine enjoy enough enter entire equal escape event evening
  ever evil exact example except exist expect expert extra eye face fact fail fair faith fall false family famous far fast
  fat father favor favour fear feature feel fellow few field fight figure fill film fine finger finish fire firm first fish
  fit five fix flat floor flow fly follow food fool foot force foreign forever forget form forward four frame fresh friend
  front full fun funny future gain gap garden gate gather gentle gift girl glad glass goal gold gone grab grand grass gray
  great green ground group grow guess guy hair half hall hand handle hang happy hard hat hate head hear heart heat heavy
  height hide high hill hit hold hole holiday home honest hope horse hot hotel hour house huge human hundred hurry hurt
  husband ice image impact inside issue item job join joke judge jump just keen keep key kid kill king kitchen knee knock
  lady land large last late laugh lay lazy lead leaf lean learn least leave left leg length less lesson letter level lie
  life lift light limit line link lip list live load loan local lock lone long loose lord lose loss lost loud love low luck
  lucky lunch mad main major manage manner mark market marry mass master match meal meat media meet memory metal middle mild
  mile milk mind minor minute miss mix model modern moment money month moon moral morning mother motion mouth move movie
  music name narrow nation native nature near neat neck nephew nervous never news nice niece night noise none normal north
  nose note nothing notice odd office often oil old onto open opinion order ordinary original outside oven owe pack page
  pain paint pair pale paper parent park part party pass past path pause peace pen people period person pet phone photo
  pick picture piece pink pipe place plain plan plane plant plate play please plenty plus pocket point polite poor pop
  portion position post pot pound power pray press pretty prior prize profit proper proud pull pure purple push quarter
  queen quiet quit race rain raise range rank rare rather raw reach real reason recent record red reduce refer regular
  relate rely remain remember remove repair repeat report rest return rich ride ring rise risk river road rock role roll
  roof room root rope rough round row rule rush sad safe sail salt sample sand save scale scared scene score scrap sea seat
  second secret seed seek seem self sell send sense serious serve set settle seven several shake shall shape sharp shift
  shine shirt shock shoe shoot short shot shout shut sick side sight sign silent silver simple single sister sit size
  skill skin sky sleep slip slow small smart smell smile smoke smooth snow social soft soil solid solve son song soul sound
  south space speak special speed spell spend spirit split spot spread spring square stable staff stage stair stamp stand
  star stare state stay steal steel step stick stone stop store storm story straight strange street stress strict strike
  strong stuck student stuff stupid style subject sudden suffer sugar suggest suit summer sun supply surface swear sweet
  swim table tail talk tall tape task taste teach tear tell temper ten term text thank thick thin third thirty thousand
  thread three throw thumb ticket tie tight tiny tired title today toe tomorrow tone tonight top total touch tough tour
  toward town toy trade train travel tree trip trouble truck true trust truth turn twelve twenty twice type ugly uncle
  under union unit upset usual value various vast visit voice vote wage wait walk wall warm warn wash waste water wave weak
  wear weather wed weight welcome west wet wheel white whole wide wife wild win wind window wine wing winter wipe wiped
  wire wise wish woman wonder wood word work worker world worried worry worse worst worth wound wrap write wrong yard year
  yellow yesterday young zero won award awards healthy policy typical alive engagement stock stocks shoe shoes robot robots fame handle handles claim claims visa laptop banana moon
  investor investors staff train trains class classes clutch state states`.split(/\s+/)
