CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
DROP INDEX "billing_attempt_by_method";--> statement-breakpoint
ALTER TABLE "cycle_billing" ADD COLUMN "amount" bigint;--> statement-breakpoint
ALTER TABLE "cycle_billing" ADD COLUMN "currency_code" text;--> statement-breakpoint
UPDATE "cycle_billing" SET "amount" = "made"."amount", "currency_code" = "made"."currency_code"
FROM "billing_attempt" "made"
WHERE "cycle_billing"."state" = 'paid' AND "made"."state" = 'paid' AND "made"."shop" = "cycle_billing"."shop"
  AND "made"."contract_id" = "cycle_billing"."contract_id" AND "made"."cycle_index" = "cycle_billing"."cycle_index";--> statement-breakpoint
CREATE INDEX "billing_attempt_order_name" ON "billing_attempt" USING gin ("order_name" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "cycle_billing_unpaid" ON "cycle_billing" USING btree ("shop","expected_at") WHERE "cycle_billing"."state" <> 'paid';--> statement-breakpoint
CREATE INDEX "store_customer_words" ON "store_customer" USING gin ("display_name" gin_trgm_ops,"email" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "subscription_contract_line_words" ON "subscription_contract_line" USING gin ("title" gin_trgm_ops,"variant_title" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "billing_attempt_by_method" ON "billing_attempt" USING btree ("shop","method","begun_at") WHERE "billing_attempt"."state" not in ('begun', 'paid');