ALTER TABLE "billing_attempt" ADD COLUMN "order_name" text;--> statement-breakpoint
ALTER TABLE "billing_attempt" ADD COLUMN "amount" bigint;--> statement-breakpoint
ALTER TABLE "billing_attempt" ADD COLUMN "currency_code" text;--> statement-breakpoint
ALTER TABLE "cycle_billing" ADD COLUMN "decision" text;--> statement-breakpoint
ALTER TABLE "cycle_billing" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "cycle_billing_by_day" ON "cycle_billing" USING btree ("shop","expected_at");