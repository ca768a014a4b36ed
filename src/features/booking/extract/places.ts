/** Where people say they are from: no company, though they stand where one could. Several words are written with `_`. */
const places: ReadonlySet<string> = new Set(
  `india usa us america states united_states united_states_of_america uk united_kingdom england scotland wales ireland britain great_britain
  canada australia new_zealand germany france spain italy portugal netherlands holland belgium switzerland austria sweden norway
  denmark finland iceland poland czechia czech_republic slovakia hungary romania bulgaria greece turkey türkiye russia ukraine belarus
  estonia latvia lithuania croatia serbia slovenia cyprus malta israel palestine lebanon jordan syria iraq iran uae emirates
  united_arab_emirates saudi saudi_arabia ksa qatar kuwait bahrain oman yemen egypt morocco tunisia algeria nigeria ghana kenya
  uganda tanzania ethiopia rwanda south_africa zimbabwe zambia senegal cameroon pakistan bangladesh nepal bhutan sri_lanka
  maldives afghanistan kazakhstan uzbekistan china hong_kong taiwan japan korea south_korea vietnam thailand malaysia singapore
  indonesia philippines cambodia myanmar mexico brazil argentina chile colombia peru ecuador uruguay bolivia venezuela panama
  costa_rica guatemala cuba jamaica dominican_republic puerto_rico europe asia africa south_america latin_america middle_east
  north_america gulf scandinavia bay_area silicon_valley
  mumbai bombay navi_mumbai thane pune nagpur nashik delhi new_delhi delhi_ncr ncr gurgaon gurugram noida greater_noida faridabad ghaziabad
  bangalore bengaluru mysore mysuru mangalore hubli chennai madras coimbatore madurai salem trichy tiruppur tirupur vellore
  hyderabad secunderabad warangal vizag visakhapatnam vijayawada guntur tirupati kochi cochin kerala trivandrum thiruvananthapuram
  calicut kozhikode thrissur kolkata calcutta howrah siliguri durgapur ahmedabad surat vadodara baroda rajkot gandhinagar jaipur
  jodhpur udaipur kota ajmer lucknow kanpur agra varanasi banaras prayagraj allahabad meerut bareilly patna ranchi jamshedpur
  dhanbad bhubaneswar cuttack raipur bhopal indore gwalior jabalpur ujjain chandigarh mohali panchkula ludhiana amritsar
  jalandhar patiala dehradun haridwar rishikesh shimla srinagar jammu guwahati shillong imphal goa panaji panjim pondicherry
  aurangabad solapur kolhapur sangli maharashtra gujarat rajasthan punjab haryana karnataka tamil_nadu telangana andhra
  andhra_pradesh uttar_pradesh madhya_pradesh himachal uttarakhand bihar jharkhand odisha assam bengal west_bengal kashmir
  chhattisgarh up mp
  new_york nyc new_york_city brooklyn manhattan queens bronx los_angeles la san_francisco sf san_diego san_jose sacramento oakland
  berkeley palo_alto seattle portland denver boulder phoenix tucson scottsdale austin dallas houston san_antonio fort_worth el_paso
  chicago detroit cleveland columbus cincinnati indianapolis milwaukee minneapolis st_louis kansas_city omaha nashville memphis
  atlanta charlotte raleigh durham miami tampa orlando jacksonville boston cambridge philadelphia philly pittsburgh baltimore
  washington washington_dc dc richmond buffalo albany newark jersey_city salt_lake_city utah las_vegas vegas reno boise tulsa
  oklahoma_city new_orleans honolulu anchorage california texas florida ohio michigan illinois georgia virginia oregon colorado
  arizona nevada new_mexico minnesota wisconsin iowa missouri kansas nebraska oklahoma arkansas louisiana alabama mississippi
  tennessee kentucky indiana pennsylvania new_jersey maryland delaware connecticut massachusetts rhode_island vermont
  new_hampshire maine north_carolina south_carolina west_virginia montana idaho wyoming alaska hawaii north_dakota south_dakota
  london manchester birmingham leeds liverpool bristol glasgow edinburgh cardiff belfast dublin cork oxford brighton newcastle
  sheffield nottingham toronto vancouver montreal calgary ottawa edmonton winnipeg halifax quebec ontario alberta british_columbia sydney
  melbourne brisbane perth adelaide canberra auckland wellington christchurch berlin munich münchen hamburg frankfurt cologne köln
  stuttgart düsseldorf leipzig vienna wien zurich zürich geneva basel bern paris lyon marseille nice toulouse bordeaux lille
  madrid barcelona valencia seville bilbao lisbon porto rome milan milano naples turin florence bologna venice amsterdam
  rotterdam utrecht the_hague eindhoven brussels antwerp ghent stockholm gothenburg malmö oslo bergen copenhagen aarhus helsinki
  reykjavik warsaw krakow kraków gdansk wroclaw prague brno bratislava budapest bucharest cluj sofia athens thessaloniki istanbul ankara
  izmir moscow kyiv kiev lviv tallinn riga vilnius zagreb belgrade ljubljana tel_aviv jerusalem haifa beirut amman baghdad
  tehran dubai abu_dhabi sharjah ajman doha riyadh jeddah dammam muscat manama kuwait_city cairo alexandria casablanca tunis
  lagos abuja accra nairobi kampala kigali johannesburg cape_town durban pretoria karachi lahore islamabad rawalpindi faisalabad
  dhaka chittagong kathmandu pokhara colombo kandy beijing shanghai shenzhen guangzhou tokyo osaka kyoto seoul busan hanoi saigon
  ho_chi_minh_city da_nang bangkok chiang_mai phuket kuala_lumpur kl penang jakarta bali manila cebu phnom_penh mexico_city guadalajara
  monterrey são_paulo sao_paulo rio rio_de_janeiro buenos_aires santiago recife fortaleza salvador brasilia brasília curitiba belo_horizonte porto_alegre rosario córdoba cordoba bogotá bogota medellín medellin lima quito caracas`
    .split(/\s+/)
    .map((place) => place.replaceAll('_', ' ')),
)

const namesOfPeople = new Set(
  'austin jordan virginia charlotte paris madison sydney florence georgia carolina savannah dallas phoenix houston denver brooklyn chelsea sofia kerry'.split(
    ' ',
  ),
)

/** A single word that is a first name at least as often as a place. */
export function isNamedLikePlace(text: string): boolean {
  return namesOfPeople.has(text.toLowerCase())
}

const likeTowns =
  /^(?:(?:san|santa|são|sao|saint|st|fort|port|los|las|el|new|mount|lake|cape|villa|bad|king's|north|south|east|west|upper|lower|great|little|old) \p{L}+|\p{L}{2,}(?:pur|bad|nagar|garh|palli|patnam|puram|ville|burg|stadt|dorf|shire|gaon|wadi|halli|guri|giri|grad|heim|hausen|mouth|bury|ganj|pettai|kulam|ikkal|town))$/iu

/** A town that is in no list, by how it sounds: for what stands after "from" alone. */
export function isLikeTown(text: string): boolean {
  return likeTowns.test(text)
}

/** `Pune`, `Pune, India`, `the US`, `San Jose California`: every part is a place. */
export function isPlace(text: string): boolean {
  const words = text
    .toLowerCase()
    .replace(/^the\s+/, '')
    .replace(/[.]/g, '')
    .split(/[\s,]+/)
  let at = 0
  while (at < words.length) {
    const length = [4, 3, 2, 1].find(
      (count) => at + count <= words.length && places.has(words.slice(at, at + count).join(' ')),
    )
    if (length === undefined) return false
    at += length
  }
  return true
}
