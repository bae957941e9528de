CREATE TABLE "setting_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "setting_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shop" text NOT NULL,
	"setting" text NOT NULL,
	"from_value" text NOT NULL,
	"to_value" text NOT NULL,
	"actor" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "setting_change_by_shop" ON "setting_change" USING btree ("shop","id");