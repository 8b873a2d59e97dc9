import { Module } from '@nestjs/common';
import { FormsController } from './forms.controller.ts';

@Module({ controllers: [FormsController] })
export class FormsModule {}
