CREATE TABLE "webhook" (
	"shop" text NOT NULL,
	"id" text NOT NULL,
	"topic" text NOT NULL,
	"triggered_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"outcome" text,
	CONSTRAINT "webhook_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD COLUMN "before" jsonb;