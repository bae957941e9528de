import type { LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { analyticsQuerySchema } from '#contract/analytics.ts';
import { authenticatePortal } from '../portal/authenticate-portal.server.ts';
import { csvFile } from '../requests/csv.ts';
import { notFound, orErrorPage } from '../subscription-api/failure.ts';
import { reportNames, reportTables } from './portal.analytics/report.ts';

const reportSchema = z.object({ report: z.enum(reportNames) });

/** GET the numbers of one chart as a file. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticatePortal(request);
  const typed = Object.fromEntries(new URL(request.url).searchParams);
  const asked = reportSchema.safeParse(typed);
  const query = analyticsQuerySchema.safeParse(typed);
  if (!asked.success || !query.success) {
    throw notFound();
  }
  const analytics = await orErrorPage(client.getAnalytics({ query: query.data }));
  const { name, columns, rows } = reportTables(analytics)[asked.data.report];
  const fileName = `${name} ${analytics.from} to ${analytics.to}`.replaceAll(' ', '-');
  return csvFile(fileName, [columns, ...rows.map((row) => row.map(({ value }) => value))]);
}
