import { Redirect, Route, Switch } from 'wouter'
import { Backups } from '../backups/Backups.tsx'
import { Calls } from '../calls/Calls.tsx'
import { Issues } from '../issues/Issues.tsx'
import { Mails } from '../mails/Mails.tsx'
import { Person } from '../person/Person.tsx'
import { Questions } from '../questions/Questions.tsx'
import { Readers } from '../readers/Readers.tsx'
import { ReportView } from '../report/ReportView.tsx'
import { Requests } from '../requests/Requests.tsx'
import { Today } from '../today/Today.tsx'
import { WorkProvider } from '../work/work.tsx'
import { KeysHelp } from './KeysHelp.tsx'
import { Nav } from './Nav.tsx'
import { NoticeProvider } from './notice.tsx'

/** The frame of all views; each has an address of its own. */
export function Shell() {
  return (
    <NoticeProvider>
      <header className="bar">
        <Nav />
        <KeysHelp />
      </header>
      <WorkProvider>
        <Switch>
          <Route path="/today" component={Today} />
          <Route path="/requests/:reference?">{({ reference }) => <Requests reference={reference} />}</Route>
          <Route path="/calls" component={Calls} />
          <Route path="/readers" component={Readers} />
          <Route path="/issues/:slug?">{({ slug }) => <Issues slug={slug} />}</Route>
          <Route path="/report" component={ReportView} />
          <Route path="/backups" component={Backups} />
          <Route path="/person" component={Person} />
          <Route path="/questions/:id?">{({ id }) => <Questions id={id} />}</Route>
          <Route path="/mails/:id?">{({ id }) => <Mails id={id} />}</Route>
          <Route path="/">
            <Redirect to="/today" replace />
          </Route>
          <Route>
            <main className="page">
              <h1>There is no such view.</h1>
            </main>
          </Route>
        </Switch>
      </WorkProvider>
    </NoticeProvider>
  )
}
