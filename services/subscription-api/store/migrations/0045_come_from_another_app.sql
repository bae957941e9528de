CREATE TABLE "import_line" (
	"shop" text NOT NULL,
	"change_id" text NOT NULL,
	"line" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"problems" text,
	"reference" text,
	"email" text,
	"key" text,
	"content" jsonb,
	"customer_id" text,
	"item" text,
	"amount" bigint,
	"currency_code" text NOT NULL,
	"day" text,
	"contract_id" text,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "import_line_shop_change_id_line_pk" PRIMARY KEY("shop","change_id","line")
);
--> statement-breakpoint
CREATE TABLE "imported_subscription" (
	"shop" text NOT NULL,
	"key" text NOT NULL,
	"contract_id" text,
	"told_at" timestamp with time zone,
	CONSTRAINT "imported_subscription_shop_key_pk" PRIMARY KEY("shop","key")
);
--> statement-breakpoint
CREATE INDEX "import_line_open" ON "import_line" USING btree ("shop","change_id","line") WHERE state in ('waiting', 'doing');