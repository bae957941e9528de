UPDATE "subscription_contract" SET "next_due_at" = null WHERE "is_usage_based" AND "next_due_at" IS NOT NULL;
