ALTER TABLE "former_contract_line" ADD COLUMN "billed_every" interval;--> statement-breakpoint
ALTER TABLE "former_contract_line" ADD COLUMN "delivered_every" interval;--> statement-breakpoint
CREATE INDEX "former_contract_line_intervals" ON "former_contract_line" USING btree ("shop") WHERE "former_contract_line"."billed_every" is not null;