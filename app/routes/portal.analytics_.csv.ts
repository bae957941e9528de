import type { LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { analyticsQuerySchema } from '#contract/analytics.ts';
import { defaultLocale } from '#contract/money.ts';
import { authenticatePortal } from '../portal/authenticate-portal.server.ts';
import { csvOf } from '../requests/csv.ts';
import { orErrorPage } from '../subscription-api/failure.ts';
import { reportNames, reportTables } from './portal.analytics/report.ts';

const reportSchema = z.object({ report: z.enum(reportNames) });

/** GET the numbers of one chart as a file. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { client } = await authenticatePortal(request);
  const typed = Object.fromEntries(new URL(request.url).searchParams);
  const asked = reportSchema.safeParse(typed);
  const query = analyticsQuerySchema.safeParse(typed);
  if (!asked.success || !query.success) {
    throw new Response(null, { status: 404, statusText: 'Not Found' });
  }
  const analytics = await orErrorPage(client.getAnalytics({ query: query.data }));
  const { name, columns, rows } = reportTables(analytics, defaultLocale)[asked.data.report];
  const file = csvOf([columns, ...rows.map((row) => row.map(({ value }) => value))]);
  const fileName = `${name} ${analytics.from} to ${analytics.to}.csv`.replaceAll(' ', '-');
  return new Response(file, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
