CREATE TABLE "customer_notice" (
	"shop" text NOT NULL,
	"contract_id" text NOT NULL,
	"notice" text NOT NULL,
	"about" text NOT NULL,
	"cycle_index" integer NOT NULL,
	"happened_at" timestamp with time zone NOT NULL,
	"send_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"at" timestamp with time zone,
	CONSTRAINT "customer_notice_shop_contract_id_notice_about_pk" PRIMARY KEY("shop","contract_id","notice","about")
);
--> statement-breakpoint
ALTER TABLE "store_customer" ADD COLUMN "refused_email" text;--> statement-breakpoint
CREATE INDEX "customer_notice_open" ON "customer_notice" USING btree ("shop","send_at") WHERE state in ('waiting', 'sending');