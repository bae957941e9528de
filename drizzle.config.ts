import { defineConfig } from 'drizzle-kit';

/** Only for `npm run migrations:generate`; the service itself applies the migrations when it starts. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './services/subscription-api/store/schema.ts',
  out: './services/subscription-api/store/migrations',
});
