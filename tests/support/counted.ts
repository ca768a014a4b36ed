import { expect } from '@playwright/test'
import type { SiteReport } from '../../src/site-report.ts'
import { runStudio } from './run-studio.ts'

/** What the report of a site on SQLite says by now. */
export async function reportOf(dataDir: string): Promise<SiteReport> {
  const { stdout } = await runStudio({ dataDir, databaseUrl: undefined }, ['report', '--json'])
  return JSON.parse(stdout)
}

/** Waits until a page has so many visitors: what a browser tells as it leaves comes when it comes. */
export async function expectVisitors(dataDir: string, page: string, visitors: number): Promise<void> {
  await expect
    .poll(async () => (await reportOf(dataDir)).pages.find((each) => each.page === page)?.visitors ?? 0)
    .toBe(visitors)
}
