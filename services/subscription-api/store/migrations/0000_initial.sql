CREATE TABLE "idempotency_key" (
	"shop" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"claim" text NOT NULL,
	"claimed_until" timestamp with time zone NOT NULL,
	"response" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_key_shop_key_pk" PRIMARY KEY("shop","key")
);
--> statement-breakpoint
CREATE TABLE "proposed_vendor" (
	"shop" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"notes" text NOT NULL,
	"steps_completed" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "selling_plan_group_settings" (
	"shop" text NOT NULL,
	"group_id" text NOT NULL,
	"is_dynamic" boolean NOT NULL,
	"dynamic_selling_plan_name" text NOT NULL,
	"first_order_discount_cycles" integer NOT NULL,
	"recurring_discount" double precision NOT NULL,
	"plans" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "selling_plan_group_settings_shop_group_id_pk" PRIMARY KEY("shop","group_id")
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" text PRIMARY KEY NOT NULL,
	"shop" text NOT NULL,
	"state" text NOT NULL,
	"isOnline" boolean DEFAULT false NOT NULL,
	"scope" text,
	"expires" timestamp,
	"accessToken" text NOT NULL,
	"userId" bigint,
	"firstName" text,
	"lastName" text,
	"email" text,
	"accountOwner" boolean,
	"locale" text,
	"collaborator" boolean,
	"emailVerified" boolean,
	"refreshToken" text,
	"refreshTokenExpires" timestamp
);
--> statement-breakpoint
CREATE TABLE "vendor" (
	"shop" text PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"is_widget_enabled" boolean NOT NULL,
	"is_new_widget_enabled" boolean NOT NULL,
	"is_vendor_sync_disabled" boolean NOT NULL,
	"is_account_page_enabled" boolean NOT NULL,
	"button_color" text NOT NULL,
	"image_url" text,
	"handle_fulfillment_webhook" boolean NOT NULL,
	"use_gifs" boolean NOT NULL,
	"faq_page_id" text,
	"simple_subscription" boolean NOT NULL,
	"reply_to_email" text,
	"use_no_reply" boolean NOT NULL,
	"days_before_reminder" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
