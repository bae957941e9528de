DROP INDEX "billing_attempt_held";--> statement-breakpoint
ALTER TABLE "rotation_place" ADD COLUMN "is_had" boolean DEFAULT false NOT NULL;--> statement-breakpoint
INSERT INTO "rotation_place" ("shop", "contract_id", "line_id", "coffee", "version", "at", "is_had")
SELECT DISTINCT ON ("paid"."shop", "paid"."contract_id", "item" ->> 'line') "paid"."shop", "paid"."contract_id", "item" ->> 'line', "item" ->> 'coffee',
  ("item" ->> 'version')::integer, "paid"."begun_at", true
FROM "billing_attempt" "paid" CROSS JOIN LATERAL jsonb_array_elements("paid"."held") "item"
WHERE "paid"."state" = 'paid' AND "paid"."held" IS NOT NULL
ORDER BY "paid"."shop", "paid"."contract_id", "item" ->> 'line', "paid"."begun_at" DESC, "paid"."cycle_index" DESC
ON CONFLICT ("shop", "contract_id", "line_id") DO UPDATE SET "coffee" = excluded."coffee", "version" = excluded."version", "at" = excluded."at",
  "is_had" = true WHERE "rotation_place"."at" < excluded."at";