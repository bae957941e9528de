UPDATE "billing_cycle" "cycle" SET "amount" = NULL, "currency_code" = NULL, "holds" = NULL
FROM "cycle_billing" "looked"
WHERE "looked"."shop" = "cycle"."shop" AND "looked"."contract_id" = "cycle"."contract_id" AND "looked"."cycle_index" = "cycle"."cycle_index"
  AND "cycle"."amount" IS NOT NULL;
