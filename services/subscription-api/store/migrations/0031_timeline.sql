CREATE TABLE "timeline_entry" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "timeline_entry_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shop" text NOT NULL,
	"contract_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"who" text NOT NULL,
	"named" text,
	"details" jsonb NOT NULL,
	"why" text
);
--> statement-breakpoint
CREATE INDEX "timeline_entry_of_contract" ON "timeline_entry" USING btree ("shop","contract_id","at");