CREATE TABLE "billing_cycle" (
	"shop" text NOT NULL,
	"contract_id" text NOT NULL,
	"cycle_index" integer NOT NULL,
	"expected_at" timestamp with time zone NOT NULL,
	"is_billed" boolean NOT NULL,
	"is_skipped" boolean NOT NULL,
	"is_edited" boolean NOT NULL,
	CONSTRAINT "billing_cycle_shop_contract_id_cycle_index_pk" PRIMARY KEY("shop","contract_id","cycle_index")
);
--> statement-breakpoint
CREATE TABLE "contract_mirror" (
	"shop" text PRIMARY KEY NOT NULL,
	"mode" text,
	"started_at" timestamp with time zone,
	"goes_on_from" text,
	"cursor" text,
	"updated_through" timestamp with time zone,
	"whole_at" timestamp with time zone,
	"refusal" text
);
--> statement-breakpoint
CREATE TABLE "contract_notice" (
	"shop" text NOT NULL,
	"contract_id" text NOT NULL,
	"revision" bigint NOT NULL,
	"noticed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "contract_notice_shop_contract_id_pk" PRIMARY KEY("shop","contract_id")
);
--> statement-breakpoint
CREATE TABLE "mirror_repair" (
	"shop" text NOT NULL,
	"day" date NOT NULL,
	"cause" text NOT NULL,
	"contracts" integer NOT NULL,
	CONSTRAINT "mirror_repair_shop_day_cause_pk" PRIMARY KEY("shop","day","cause")
);
--> statement-breakpoint
CREATE TABLE "payment_method" (
	"shop" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"last_digits" text,
	"expiry_month" integer,
	"expiry_year" integer,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "payment_method_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "subscription_contract_line" (
	"shop" text NOT NULL,
	"contract_id" text NOT NULL,
	"id" text NOT NULL,
	"position" integer NOT NULL,
	"product_id" text,
	"variant_id" text,
	"title" text NOT NULL,
	"variant_title" text,
	"quantity" integer NOT NULL,
	"price" bigint NOT NULL,
	"plan_id" text,
	"plan_name" text,
	CONSTRAINT "subscription_contract_line_shop_contract_id_id_pk" PRIMARY KEY("shop","contract_id","id")
);
--> statement-breakpoint
CREATE TABLE "subscription_contract" (
	"shop" text NOT NULL,
	"id" text NOT NULL,
	"status" text NOT NULL,
	"revision" bigint NOT NULL,
	"customer_id" text,
	"origin_order_id" text,
	"currency_code" text NOT NULL,
	"delivery_price" bigint NOT NULL,
	"billing_interval" text NOT NULL,
	"billing_interval_count" integer NOT NULL,
	"min_cycles" integer,
	"max_cycles" integer,
	"delivery_interval" text NOT NULL,
	"delivery_interval_count" integer NOT NULL,
	"is_usage_based" boolean,
	"payment_method_id" text,
	"next_due_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"gone_at" timestamp with time zone,
	CONSTRAINT "subscription_contract_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE INDEX "billing_cycle_to_charge" ON "billing_cycle" USING btree ("shop","expected_at") WHERE not "billing_cycle"."is_billed" and not "billing_cycle"."is_skipped";--> statement-breakpoint
CREATE INDEX "subscription_contract_by_customer" ON "subscription_contract" USING btree ("shop","customer_id");--> statement-breakpoint
CREATE INDEX "subscription_contract_by_payment_method" ON "subscription_contract" USING btree ("shop","payment_method_id");