CREATE TABLE "notification_settings" (
	"shop" text PRIMARY KEY NOT NULL,
	"settings" jsonb NOT NULL,
	"category_settings" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
