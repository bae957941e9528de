CREATE TABLE "billing_attempt" (
	"shop" text NOT NULL,
	"contract_id" text NOT NULL,
	"cycle_index" integer NOT NULL,
	"number" integer NOT NULL,
	"input" jsonb NOT NULL,
	"state" text NOT NULL,
	"method" text,
	"attempt_id" text,
	"error_code" text,
	"failure_class" text,
	"order_id" text,
	"begun_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "billing_attempt_shop_contract_id_cycle_index_number_pk" PRIMARY KEY("shop","contract_id","cycle_index","number")
);
--> statement-breakpoint
CREATE TABLE "billing_settings" (
	"shop" text PRIMARY KEY NOT NULL,
	"went_live_at" timestamp with time zone,
	"hour" integer DEFAULT 10 NOT NULL,
	"rules" jsonb,
	"catch_up_days" integer DEFAULT 3 NOT NULL,
	"stopped_at" timestamp with time zone,
	"stopped_because" text,
	"started_again_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "cycle_billing" (
	"shop" text NOT NULL,
	"contract_id" text NOT NULL,
	"cycle_index" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"expected_at" timestamp with time zone NOT NULL,
	"next_at" timestamp with time zone,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cycle_billing_shop_contract_id_cycle_index_pk" PRIMARY KEY("shop","contract_id","cycle_index")
);
--> statement-breakpoint
CREATE INDEX "billing_attempt_by_method" ON "billing_attempt" USING btree ("shop","method","begun_at");--> statement-breakpoint
CREATE INDEX "cycle_billing_next" ON "cycle_billing" USING btree ("next_at") WHERE "cycle_billing"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "cycle_billing_listed" ON "cycle_billing" USING btree ("shop","expected_at") WHERE "cycle_billing"."state" = 'listed';