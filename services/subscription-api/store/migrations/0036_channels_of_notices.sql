ALTER TABLE "customer_notice" ADD COLUMN "channel" text DEFAULT 'email' NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_notice" DROP CONSTRAINT "customer_notice_shop_contract_id_notice_about_pk";--> statement-breakpoint
ALTER TABLE "customer_notice" ADD CONSTRAINT "customer_notice_shop_contract_id_notice_about_channel_pk" PRIMARY KEY("shop","contract_id","notice","about","channel");--> statement-breakpoint
ALTER TABLE "store_customer" ADD COLUMN "refused_phone" text;
