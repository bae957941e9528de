CREATE TABLE "bulk_change_row" (
	"shop" text NOT NULL,
	"change_id" text NOT NULL,
	"contract_id" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"amount" bigint NOT NULL,
	"new_amount" bigint NOT NULL,
	"currency_code" text NOT NULL,
	"cycle_index" integer,
	"day" text,
	"new_day" text,
	"asked" jsonb,
	"back" jsonb,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "bulk_change_row_shop_change_id_contract_id_pk" PRIMARY KEY("shop","change_id","contract_id")
);
--> statement-breakpoint
CREATE TABLE "bulk_change" (
	"shop" text NOT NULL,
	"id" text NOT NULL,
	"actor" text,
	"change" jsonb NOT NULL,
	"filter" jsonb NOT NULL,
	"ticked" integer,
	"takes_back" text,
	"state" text NOT NULL,
	"stopped_because" text,
	"prepared_at" timestamp with time zone NOT NULL,
	"begun_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "bulk_change_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE INDEX "bulk_change_row_open" ON "bulk_change_row" USING btree ("shop","change_id","contract_id") WHERE state in ('waiting', 'doing');--> statement-breakpoint
CREATE INDEX "bulk_change_by_time" ON "bulk_change" USING btree ("shop","prepared_at","id");--> statement-breakpoint
CREATE INDEX "subscription_contract_line_by_variant" ON "subscription_contract_line" USING btree ("shop","variant_id","contract_id");