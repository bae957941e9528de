ALTER TABLE "vendor" ALTER COLUMN "is_widget_enabled" SET DEFAULT false;--> statement-breakpoint
ALTER TABLE "vendor" ALTER COLUMN "is_new_widget_enabled" SET DEFAULT false;--> statement-breakpoint
ALTER TABLE "vendor" ALTER COLUMN "is_vendor_sync_disabled" SET DEFAULT false;--> statement-breakpoint
ALTER TABLE "vendor" ALTER COLUMN "is_account_page_enabled" SET DEFAULT false;--> statement-breakpoint
ALTER TABLE "vendor" ALTER COLUMN "handle_fulfillment_webhook" SET DEFAULT false;--> statement-breakpoint
ALTER TABLE "vendor" ALTER COLUMN "use_gifs" SET DEFAULT false;--> statement-breakpoint
ALTER TABLE "vendor" ALTER COLUMN "use_no_reply" SET DEFAULT false;