import { answerCalls } from '../../src/server/calls/answer-calls.ts'

/** Whatever it is asked, it computes for good, as a pattern does whose work doubles with each word. */
const compute = () => {
  for (;;) {}
}
answerCalls({ reply: compute, check: compute, isTold: compute, facts: compute, extract: compute })
