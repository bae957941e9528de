ALTER TABLE "billing_cycle" ADD COLUMN "amount" bigint;--> statement-breakpoint
ALTER TABLE "billing_cycle" ADD COLUMN "currency_code" text;--> statement-breakpoint
UPDATE "billing_cycle" "cycle" SET "currency_code" = "contract"."currency_code",
  "amount" = "contract"."delivery_price" + coalesce((
    SELECT sum("line"."price" * "line"."quantity") FROM "subscription_contract_line" "line"
    WHERE "line"."shop" = "contract"."shop" AND "line"."contract_id" = "contract"."id"), 0)
FROM "subscription_contract" "contract"
WHERE "contract"."shop" = "cycle"."shop" AND "contract"."id" = "cycle"."contract_id" AND "contract"."status" = 'ACTIVE'
  AND "contract"."gone_at" IS NULL AND "contract"."is_usage_based" IS DISTINCT FROM true
  AND NOT EXISTS (SELECT FROM "cycle_billing" "looked" WHERE "looked"."shop" = "cycle"."shop"
    AND "looked"."contract_id" = "cycle"."contract_id" AND "looked"."cycle_index" = "cycle"."cycle_index");--> statement-breakpoint
CREATE INDEX "billing_cycle_foreseen" ON "billing_cycle" USING btree ("shop","expected_at","currency_code","amount") WHERE "billing_cycle"."amount" is not null and not "billing_cycle"."is_billed" and not "billing_cycle"."is_skipped";