CREATE TABLE "roast_day" (
	"shop" text NOT NULL,
	"day" date NOT NULL,
	"items" jsonb NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	"taken_by" text,
	CONSTRAINT "roast_day_shop_day_pk" PRIMARY KEY("shop","day")
);
--> statement-breakpoint
CREATE TABLE "roast_settings" (
	"shop" text PRIMARY KEY NOT NULL,
	"loss_percent" double precision NOT NULL
);
--> statement-breakpoint
CREATE INDEX "subscription_contract_prepaid" ON "subscription_contract" USING btree ("shop") WHERE ("subscription_contract"."billing_interval", "subscription_contract"."billing_interval_count") <> ("subscription_contract"."delivery_interval", "subscription_contract"."delivery_interval_count");--> statement-breakpoint
CREATE INDEX "subscription_contract_ending" ON "subscription_contract" USING btree ("shop") WHERE "subscription_contract"."max_cycles" is not null;