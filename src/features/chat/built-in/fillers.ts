/** Said in nearly every question, whatever it is about. */
export const fillers: ReadonlySet<string> = new Set(
  `a about actually afterward afterwards again ah all also always am an and any anyone anything are aren as ask asking
  at basically be because been before being best better bro but by can cannot could couldn curious currently day days
  dear detail details did do does doing don done each either else even ever every everywhere exactly explain few folks
  for from further get gets getting give go goes going gonna good got great guys had happen happening happens has have
  having he her here hey him his hope how hows i if im in indeed interested into is isn it its just kind kindly know
  later let lets like little ll look lot madam mam many mate matter may maybe me mean might mine more most mr much
  must my need needs next no not now of off offer offered offers ok on once one only or other our out outline over own
  per percent perhaps please pls plz possible possibly project projects provide provides providing put question
  questions quick quickly quite rather re really right run said say see share she should show sir so some somebody
  someone something sort still such sure take tell than that thats the their them then there these they thing things
  think thinking this those though thought thoughts to too true try u under until up upon ur us use used using usually very
  via wanna want wants was way we week weeks well were what whats when where whether which while who whom whose why
  will with within wonder wondered wondering work working works would wouldn yeah yes yet you your youre yours`.split(
    /\s+/,
  ),
)

/** A number says nothing alone either. */
export function isFiller(word: string): boolean {
  return fillers.has(word) || /^\d+$/.test(word)
}
