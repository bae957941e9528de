ALTER TABLE "billing_cycle" ADD COLUMN "holds" bigint;--> statement-breakpoint
UPDATE "billing_cycle" "cycle" SET "holds" = "contract"."holds"
FROM (
  SELECT "shop", "contract_id", ('x' || left(md5(string_agg(concat_ws(chr(31), coalesce("product_id", ''), coalesce("variant_id", ''), "title",
    coalesce("variant_title", ''), "quantity"), chr(30) ORDER BY "position")), 16))::bit(64)::bigint AS "holds"
  FROM "subscription_contract_line" GROUP BY "shop", "contract_id"
) "contract"
WHERE "contract"."shop" = "cycle"."shop" AND "contract"."contract_id" = "cycle"."contract_id" AND "cycle"."amount" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "billing_cycle_held" ON "billing_cycle" USING btree ("shop","expected_at","holds","contract_id","cycle_index") WHERE "billing_cycle"."amount" is not null and not "billing_cycle"."is_billed" and not "billing_cycle"."is_skipped";