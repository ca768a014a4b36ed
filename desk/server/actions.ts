import { z } from 'zod'
import { readOffers } from '../../platform/content/facts/offers.ts'
import { unlessWrong } from '../../platform/content/read-content.ts'
import { studioZone } from '../../platform/content/site-content.ts'
import { readGlance } from '../../server/glance.ts'
import { action } from './action.ts'
import { makeBackup, readBackups, tryBackup } from './backups.ts'
import { block, cancelCallOf, moveCallTo, readCalls, unblock } from './calls.ts'
import { cancelIssueOf, pauseIssueOf, resumeIssueOf, retryIssueOf, sendIssueOf, testLetter } from './change-issues.ts'
import { lookAgain, readCheckUp } from './check-up.ts'
import { exportIssue, readIssue, readIssues, readLetter } from './issues.ts'
import { deleteMails, muteMails, readMail, readMails, retryMails, unmuteMails } from './mails.ts'
import { forgetPerson, readPerson } from './person.ts'
import { readQuestions, takeBack, teach } from './questions.ts'
import { exportReaders, importReaders, readReader, readReaders, removeReader } from './readers.ts'
import { readReadersGrowth, readReport } from './report.ts'
import { answerRequest, markRequestAs, noteRequest, readRequest, readRequests } from './requests.ts'

const readToday = action(z.object({}), async (desk) => {
  const problems: string[] = []
  const offers = unlessWrong(readOffers, (problem) => problems.push(problem))
  // Without its moment: what has not changed is not sent again.
  const { at: _, ...glance } = await readGlance(desk, offers?.promises.replyWithinHours)
  return { ...glance, problems, zone: studioZone() }
})

/** By GET; they change nothing. */
export const reads = {
  today: readToday,
  checkUp: readCheckUp,
  requests: readRequests,
  request: readRequest,
  calls: readCalls,
  mails: readMails,
  mail: readMail,
  backups: readBackups,
  readers: readReaders,
  reader: readReader,
  readersTable: exportReaders,
  person: readPerson,
  issues: readIssues,
  issue: readIssue,
  letter: readLetter,
  issueTable: exportIssue,
  questions: readQuestions,
  report: readReport,
  growth: readReadersGrowth,
}

/** By POST; each is what a command does, too. */
export const changes = {
  note: noteRequest,
  answer: answerRequest,
  mark: markRequestAs,
  moveCall: moveCallTo,
  cancelCall: cancelCallOf,
  block,
  unblock,
  retryMails,
  deleteMails,
  muteMails,
  unmuteMails,
  removeReader,
  forgetPerson,
  testLetter,
  sendIssue: sendIssueOf,
  pauseIssue: pauseIssueOf,
  resumeIssue: resumeIssueOf,
  cancelIssue: cancelIssueOf,
  retryIssue: retryIssueOf,
  teach,
  takeBack,
  lookAgain,
}

/** By POST, too; how far they are is told meanwhile, and they end where the page hangs up. */
export const works = { makeBackup, tryBackup, importReaders }

export type Reads = typeof reads
export type Changes = typeof changes
export type Works = typeof works
