/* Generated from routes.ts by `npm run generate`. */
export interface paths {
    "/api/auth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in with a password */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Trade the refresh cookie for a new token */
        post: operations["refreshSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End the session */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/startup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All that the console needs to start */
        get: operations["getStartup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/org-memberships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The members of an organization */
        get: operations["listMemberships"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/forms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The forms that may be used to report */
        get: operations["listForms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/forms/{guid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A form with its questions */
        get: operations["getForm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/regions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Regions by country */
        get: operations["listRegions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orgs/{orgGuid}/worksite-locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The worksites of an organization */
        get: operations["listWorksites"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orgs/{orgGuid}/reporting-groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The reporting groups of an organization */
        get: operations["listReportingGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orgs/{orgGuid}/customer-config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Which features an organization has switched on */
        get: operations["getCustomerConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reported-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Find events */
        get: operations["listIncidents"];
        put?: never;
        /** Report an event */
        post: operations["reportIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reported-events/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An event */
        get: operations["getIncident"];
        put?: never;
        post?: never;
        /** Delete an event; it can be restored for 30 days */
        delete: operations["deleteIncident"];
        options?: never;
        head?: never;
        /** Change an event */
        patch: operations["amendIncident"];
        trace?: never;
    };
    "/api/reported-events/{eventId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restore a deleted event */
        post: operations["restoreIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reported-events/{eventId}/request-review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send an event to a reviewer */
        post: operations["requestReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reported-events/{eventId}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rate severity and likelihood */
        post: operations["reviewIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reported-events/{eventId}/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send an event back with a comment */
        post: operations["returnIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reported-events/{eventId}/request-approval": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send an event to an approver */
        post: operations["requestApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reported-events/{eventId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve and lock an event */
        post: operations["approveIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reported-events/{eventId}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Unlock an approved event */
        post: operations["reopenIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reported-events/{eventId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who changed what, when */
        get: operations["getIncidentHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/reported-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Frequency rates, leading and lagging events */
        get: operations["getDashboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the bearer has to do */
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orgs/{orgGuid}/reporting-metrics/{yearMonth}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Hours and distance of a month */
        get: operations["getMonthlyMetrics"];
        /** Enter hours and distance of a month */
        put: operations["recordMonthlyMetrics"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orgs/{orgGuid}/load-lines/{year}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The limits of a year */
        get: operations["getLoadLines"];
        /** Set the limits of a year */
        put: operations["setLoadLines"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        SignInRequest: {
            identifier: string;
            password: string;
        };
        ReportIncidentRequest: {
            /** Format: uuid */
            organizationGuid?: string;
            /** Format: uuid */
            formGuid: string;
            formVersion: number;
            onBehalfOfUserGuid?: string | null;
            /** Format: date-time */
            at?: string;
            /** Format: date */
            occurrenceDate: string;
            occurrenceTime?: string | null;
            reportingGroupGuid?: string | null;
            worksiteGuid?: string | null;
            regionGuid?: string | null;
            location?: string | null;
            description: string;
            immediateActions?: string | null;
            injuredPersons?: {
                injuredPersonGuid?: string | null;
                name: string;
                userAccountGuid?: string | null;
                /** @enum {string} */
                personType: "EMPLOYEE" | "CONTRACTOR" | "VISITOR" | "PUBLIC";
                classification?: ("FIRST_AID" | "MEDICAL_AID" | "RESTRICTED" | "LOST_TIME" | "FATALITY") | null;
                nature?: string | null;
                bodyPart?: string | null;
                source?: string | null;
                event?: string | null;
                treatment?: string | null;
                daysAway?: number | null;
                daysRestricted?: number | null;
            }[];
            relatedPersons?: {
                relatedPersonGuid?: string | null;
                name: string;
                emailAddress?: string | null;
                role?: string | null;
            }[];
            components: {
                /** Format: uuid */
                groupGuid: string;
                answers: {
                    /** Format: uuid */
                    questionGuid: string;
                    value: string | number | boolean | string[] | null;
                }[];
            }[];
        };
        AmendIncidentRequest: {
            /** Format: date */
            occurrenceDate?: string;
            occurrenceTime?: string | null;
            reportingGroupGuid?: string | null;
            worksiteGuid?: string | null;
            regionGuid?: string | null;
            location?: string | null;
            description?: string;
            immediateActions?: string | null;
            injuredPersons?: {
                injuredPersonGuid?: string | null;
                name: string;
                userAccountGuid?: string | null;
                /** @enum {string} */
                personType: "EMPLOYEE" | "CONTRACTOR" | "VISITOR" | "PUBLIC";
                classification?: ("FIRST_AID" | "MEDICAL_AID" | "RESTRICTED" | "LOST_TIME" | "FATALITY") | null;
                nature?: string | null;
                bodyPart?: string | null;
                source?: string | null;
                event?: string | null;
                treatment?: string | null;
                daysAway?: number | null;
                daysRestricted?: number | null;
            }[];
            relatedPersons?: {
                relatedPersonGuid?: string | null;
                name: string;
                emailAddress?: string | null;
                role?: string | null;
            }[];
            components?: {
                /** Format: uuid */
                groupGuid: string;
                answers: {
                    /** Format: uuid */
                    questionGuid: string;
                    value: string | number | boolean | string[] | null;
                }[];
            }[];
        };
        RequestReviewRequest: {
            reviewerGuid?: string | null;
        };
        ReviewIncidentRequest: {
            severity?: number | null;
            likelihood?: number | null;
            comment?: string | null;
        };
        ReturnIncidentRequest: {
            comment: string;
        };
        RequestApprovalRequest: {
            approverGuid?: string | null;
        };
        ApproveIncidentRequest: {
            approvalComment?: string | null;
            signature?: string | null;
        };
        ReopenIncidentRequest: {
            reason: string;
        };
        RecordMonthlyMetricsRequest: {
            employeeHours: number;
            contractorHours: number;
            employeeKms: number;
            contractorKms: number;
            employeeCount: number;
            contractorCount: number;
            notes?: string | null;
        };
        SetLoadLinesRequest: {
            trif: number | null;
            ltif: number | null;
            mvif: number | null;
        };
        Problem: {
            type: string;
            title: string;
            status: number;
            className: string;
            detail: string;
            fieldErrors: components["schemas"]["FieldError"][];
            requestId: string;
            currentRevision?: number;
            state?: string;
            allowedCommands?: string[];
        };
        FieldError: {
            field: string;
            className: string;
            message: string;
        };
        SignInAnswer: {
            jwt: string;
        };
        Startup: {
            user: {
                /** Format: uuid */
                guid: string;
                name: string;
                primaryEmailAddress: string;
            };
            memberships: {
                /** Format: uuid */
                organizationGuid: string;
                organizationName: string;
                isAdmin: boolean;
            }[];
            organization: {
                /** Format: uuid */
                guid: string;
                name: string;
                timeZone: string;
                createdDate: string;
                isAdmin: boolean;
                userGroupNames: ("Standard" | "Manager")[];
                permissions: string;
                modules: {
                    /** @enum {string} */
                    code: "dashboard" | "myDocs" | "events" | "safetyProgram" | "safetyProgramDocumentExport" | "intrac" | "reportedEvents" | "yourOrganization" | "manageRegionsAndIndustries" | "credentials" | "bistrainer";
                    isEnabled: boolean;
                }[];
                customerConfig: components["schemas"]["CustomerConfig"];
                worksites: components["schemas"]["Worksite"][];
                reportingGroups: components["schemas"]["ReportingGroup"][];
            } | null;
            regions: components["schemas"]["Region"][];
        };
        Membership: {
            userAccount: {
                /** Format: uuid */
                guid: string;
                name: string;
                primaryEmailAddress: string;
            };
            /** Format: uuid */
            organizationGuid: string;
            isAdmin: boolean;
            userGroupNames: ("Standard" | "Manager")[];
            reportingGroupGuid: string | null;
            permissions: string;
        };
        MembershipList: {
            items: components["schemas"]["Membership"][];
            totalCount: number;
        };
        Region: {
            /** Format: uuid */
            guid: string;
            name: string;
            groupName: string;
            slug: string;
            hasSafetyContent: boolean;
        };
        RegionList: {
            items: components["schemas"]["Region"][];
            totalCount: number;
        };
        Worksite: {
            /** Format: uuid */
            guid: string;
            name: string;
            regionGuid: string | null;
            address: string | null;
            timeZone: string | null;
            emergencyPhone: string | null;
        };
        WorksiteList: {
            items: components["schemas"]["Worksite"][];
            totalCount: number;
        };
        ReportingGroup: {
            /** Format: uuid */
            guid: string;
            name: string;
            description: string | null;
            /** @enum {string} */
            status: "ACTIVE" | "ARCHIVED";
            memberCount: number;
        };
        ReportingGroupList: {
            items: components["schemas"]["ReportingGroup"][];
            totalCount: number;
        };
        CustomerConfig: {
            /** @enum {string} */
            code: "CUSTOM_EVENTS" | "REPORTING_GROUPS" | "WORKSITES" | "COVID_19_REPORTING" | "CONTRACTORS";
            isEnabled: boolean;
        }[];
        Question: {
            /** Format: uuid */
            questionGuid: string;
            /** Format: uuid */
            groupGuid: string;
            /** @enum {string} */
            type: "TEXT" | "LONG_TEXT" | "INTEGER" | "DECIMAL" | "YES_NO" | "CHOICE" | "MULTI_CHOICE" | "DATE" | "TIME" | "DATE_TIME" | "PERSON" | "INJURED_PERSONS" | "LOCATION" | "RISK" | "SIGNATURE" | "ATTACHMENT" | "INFO";
            text: string;
            moreInfo: string | null;
            required: boolean;
            options: {
                value: string;
                label: string;
            }[];
            min: number | null;
            max: number | null;
            dateLimit: ("PAST_ONLY" | "FUTURE_ONLY") | null;
            showIf: {
                /** Format: uuid */
                question: string;
                /** @enum {string} */
                operator: "EQUALS" | "NOT_EQUALS" | "INCLUDES";
                value: string | number | boolean | string[] | null;
            } | null;
            sortOrder: number;
        };
        QuestionGroup: {
            /** Format: uuid */
            groupGuid: string;
            title: string;
            instructions: string | null;
            sortOrder: number;
            questions: components["schemas"]["Question"][];
        };
        Form: {
            /** Format: uuid */
            formGuid: string;
            version: number;
            name: string;
            description: string;
            /** @enum {string} */
            state: "DRAFT" | "PUBLISHED" | "ARCHIVED";
            isBuiltIn: boolean;
            isLeading: boolean;
            isSensitive: boolean;
            /** @enum {string} */
            eventWorkflow: "NONE" | "REVIEW" | "REVIEW_AND_APPROVAL";
            trifContributor: boolean;
            ltifContributor: boolean;
            mvifContributor: boolean;
            requiresInjuredPersons: boolean;
            groups: components["schemas"]["QuestionGroup"][];
        };
        FormSummary: {
            /** Format: uuid */
            formGuid: string;
            version: number;
            name: string;
            description: string;
            /** @enum {string} */
            state: "DRAFT" | "PUBLISHED" | "ARCHIVED";
            isBuiltIn: boolean;
            isLeading: boolean;
            isSensitive: boolean;
            /** @enum {string} */
            eventWorkflow: "NONE" | "REVIEW" | "REVIEW_AND_APPROVAL";
            trifContributor: boolean;
            ltifContributor: boolean;
            mvifContributor: boolean;
            requiresInjuredPersons: boolean;
        };
        FormList: {
            items: components["schemas"]["FormSummary"][];
            totalCount: number;
        };
        Person: {
            userGuid: string;
            name: string;
        };
        IncidentListItem: {
            eventId: string;
            number: number;
            heading: string;
            formGuid: string;
            formName: string;
            occurrenceDate: string;
            occurrenceTime: string | null;
            timeZone: string;
            /** @enum {string} */
            state: "REPORTED" | "RETURNED" | "REVIEW_REQUESTED" | "REVIEWED" | "APPROVAL_REQUESTED" | "APPROVED" | "CLOSED";
            place: {
                worksiteGuid: string | null;
                worksiteName: string | null;
                regionGuid: string | null;
                regionName: string | null;
                location: string | null;
            };
            reporter: components["schemas"]["Person"];
            reviewer: components["schemas"]["Person"] | null;
            approver: components["schemas"]["Person"] | null;
            holder: {
                userGuid: string;
                name: string;
                since: string;
            } | null;
            severity: number | null;
            likelihood: number | null;
            riskScore: number | null;
            riskBand: ("NONE" | "LOW" | "MEDIUM" | "HIGH" | "EXTREME") | null;
            isLeading: boolean;
            isSensitive: boolean;
            changedSinceReview: boolean;
            reportedAt: string;
            revision: number;
        };
        IncidentList: {
            items: components["schemas"]["IncidentListItem"][];
            totalCount: number;
            limit: number;
            offset: number;
            nextCursor: string | null;
        };
        IncidentStep: {
            type: string;
            revision: number;
            at: string;
            by: components["schemas"]["Person"];
            to: components["schemas"]["Person"] | null;
            comment: string | null;
        };
        IncidentDetail: {
            eventId: string;
            number: number;
            heading: string;
            formGuid: string;
            formName: string;
            occurrenceDate: string;
            occurrenceTime: string | null;
            timeZone: string;
            /** @enum {string} */
            state: "REPORTED" | "RETURNED" | "REVIEW_REQUESTED" | "REVIEWED" | "APPROVAL_REQUESTED" | "APPROVED" | "CLOSED";
            place: {
                worksiteGuid: string | null;
                worksiteName: string | null;
                regionGuid: string | null;
                regionName: string | null;
                location: string | null;
            };
            reporter: components["schemas"]["Person"];
            reviewer: components["schemas"]["Person"] | null;
            approver: components["schemas"]["Person"] | null;
            holder: {
                userGuid: string;
                name: string;
                since: string;
            } | null;
            severity: number | null;
            likelihood: number | null;
            riskScore: number | null;
            riskBand: ("NONE" | "LOW" | "MEDIUM" | "HIGH" | "EXTREME") | null;
            isLeading: boolean;
            isSensitive: boolean;
            changedSinceReview: boolean;
            reportedAt: string;
            revision: number;
            /** @enum {string} */
            workflow: "NONE" | "REVIEW" | "REVIEW_AND_APPROVAL";
            formVersion: number;
            description: string;
            immediateActions: string | null;
            reportingGroupGuid: string | null;
            reportingGroupName: string | null;
            enteredBy: components["schemas"]["Person"];
            injuredPersons: {
                injuredPersonGuid: string;
                name: string;
                userAccountGuid: string | null;
                /** @enum {string} */
                personType: "EMPLOYEE" | "CONTRACTOR" | "VISITOR" | "PUBLIC";
                classification: ("FIRST_AID" | "MEDICAL_AID" | "RESTRICTED" | "LOST_TIME" | "FATALITY") | null;
                nature: string | null;
                bodyPart: string | null;
                source: string | null;
                event: string | null;
                treatment: string | null;
                daysAway: number | null;
                daysRestricted: number | null;
            }[];
            relatedPersons: {
                relatedPersonGuid: string;
                name: string;
                emailAddress: string | null;
                role: string | null;
            }[];
            components: {
                groupGuid: string;
                answers: {
                    questionGuid: string;
                    value: string | number | boolean | string[] | null;
                }[];
            }[];
            steps: components["schemas"]["IncidentStep"][];
            approvedRevision: number | null;
            deleted: {
                at: string;
                by: components["schemas"]["Person"];
            } | null;
            allowedCommands: ("amend" | "request-review" | "review" | "return" | "request-approval" | "approve" | "reopen" | "delete" | "restore")[];
        };
        IncidentHistory: {
            items: {
                revision: number;
                position: number;
                type: string;
                at: string;
                recordedAt: string;
                actor: {
                    userGuid: string;
                    name: string;
                    /** @enum {string} */
                    kind: "USER" | "SYSTEM" | "IMPORT" | "API";
                };
                client: {
                    product: string;
                    device: string;
                };
                onBehalfOf: components["schemas"]["Person"] | null;
                changes: {
                    field: string;
                    from: string | null;
                    to: string | null;
                }[];
                comment: string | null;
                seal: string;
            }[];
            totalCount: number;
        };
        IncidentCommandAnswer: {
            eventId: string;
            revision: number;
            number: number | null;
        };
        RateFigure: {
            figure: number | null;
            cases: number;
            denominator: number;
            low: number | null;
            high: number | null;
            provisional: boolean;
            missing: string[];
        };
        Dashboard: {
            /** Format: uuid */
            organizationGuid: string;
            from: string;
            to: string;
            months: {
                month: string;
                isClosed: {
                    hours: boolean;
                    kms: boolean;
                };
                isRunning: boolean;
                trif: {
                    figure: number | null;
                    cases: number;
                    denominator: number;
                    low: number | null;
                    high: number | null;
                    provisional: boolean;
                    missing: string[];
                    monthRate: number | null;
                };
                ltif: {
                    figure: number | null;
                    cases: number;
                    denominator: number;
                    low: number | null;
                    high: number | null;
                    provisional: boolean;
                    missing: string[];
                    monthRate: number | null;
                };
                mvif: {
                    figure: number | null;
                    cases: number;
                    denominator: number;
                    low: number | null;
                    high: number | null;
                    provisional: boolean;
                    missing: string[];
                    monthRate: number | null;
                };
                hours: number;
                kms: number;
                leading: number;
                lagging: number;
            }[];
            yearToDate: {
                trif: components["schemas"]["RateFigure"];
                ltif: components["schemas"]["RateFigure"];
                mvif: components["schemas"]["RateFigure"];
                leading: number;
                lagging: number;
                until: string | null;
            };
            rolling12: {
                trif: components["schemas"]["RateFigure"];
                ltif: components["schemas"]["RateFigure"];
                mvif: components["schemas"]["RateFigure"];
                until: {
                    hours: string | null;
                    kms: string | null;
                };
            };
            yearEarlier: {
                trif: components["schemas"]["RateFigure"];
                ltif: components["schemas"]["RateFigure"];
                mvif: components["schemas"]["RateFigure"];
            };
            loadLines: components["schemas"]["LoadLines"][];
        };
        MonthlyMetrics: {
            yearMonth: string;
            figures: {
                employeeHours: number;
                contractorHours: number;
                employeeKms: number;
                contractorKms: number;
                employeeCount: number;
                contractorCount: number;
            } | null;
            notes: string | null;
            recordedBy: components["schemas"]["Person"] | null;
            recordedAt: string | null;
            revision: number;
            warnings: {
                /** @enum {string} */
                field: "employeeHours" | "contractorHours";
                hoursPerHead: number;
            }[];
        };
        LoadLines: {
            year: number;
            trif: number | null;
            ltif: number | null;
            mvif: number | null;
            setBy: components["schemas"]["Person"] | null;
            setAt: string | null;
            revision: number;
        };
        Notification: {
            /** @constant */
            type: "REVIEW";
            /** Format: uuid */
            eventId: string;
            number: number;
            formName: string;
            /** Format: date */
            occurrenceDate: string;
            regionGuid: string | null;
            regionName: string | null;
            isOverdue: boolean;
        } | {
            /** @constant */
            type: "APPROVAL";
            /** Format: uuid */
            eventId: string;
            number: number;
            formName: string;
            /** Format: date */
            occurrenceDate: string;
            regionGuid: string | null;
            regionName: string | null;
            isOverdue: boolean;
        } | {
            /** @constant */
            type: "CORRECTIVE_ACTION";
            /** Format: uuid */
            eventId: string;
            /** Format: uuid */
            taskId: string;
            taskDescription: string;
            /** Format: date */
            dueDate: string;
            isOverdue: boolean;
        } | {
            /** @constant */
            type: "MONTHLY_REPORTING";
            month: string;
            isOverdue: boolean;
        };
        NotificationList: {
            items: components["schemas"]["Notification"][];
            totalCount: number;
            overdueCount: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description A token of how far the log had got, for At-Least */
                    Position?: string;
                    /** @description How far the read model had got */
                    "As-Of"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInAnswer"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    refreshSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description A token of how far the log had got, for At-Least */
                    Position?: string;
                    /** @description How far the read model had got */
                    "As-Of"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInAnswer"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    /** @description A token of how far the log had got, for At-Least */
                    Position?: string;
                    /** @description How far the read model had got */
                    "As-Of"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getStartup: {
        parameters: {
            query?: {
                organizationGuid?: string;
            };
            header?: {
                /** @description A position token: the answer waits up to two seconds until it knows that much */
                "At-Least"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description A token of how far the log had got, for At-Least */
                    Position?: string;
                    /** @description How far the read model had got */
                    "As-Of"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Startup"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMemberships: {
        parameters: {
            query?: {
                organizationGuid?: string;
                memberGuid?: string;
                permission?: "ALWAYS_MODIFY_EVENTS" | "APPROVE_EVENTS" | "ASSIGN_SELF_EVENT_APPROVE" | "ASSIGN_SELF_EVENT_REVIEW" | "CREATE_AND_REVOKE_ORGANIZATION_INVITATIONS" | "CREATE_EVENTS_ON_OTHERS_BEHALF" | "MODIFY_EVENTS_ON_OTHERS_BEHALF" | "REMOVE_ORGANIZATION_MEMBERS" | "REVIEW_EVENTS" | "UPDATE_ORGANIZATION" | "UPDATE_ORGANIZATION_INDUSTRIES_AND_ROLES" | "UPDATE_ORGANIZATION_MEMBER" | "UPDATE_ORGANIZATION_MEMBER_ROLES" | "VIEW_ORGANIZATION_INVITATIONS" | "VIEW_ORGANIZATION_MEMBER_ROLES" | "SEE_INJURY_DATA" | "VIEW_AND_SET_MONTHLY_METRICS" | "VIEW_AND_MANAGE_BILLING_SUBSCRIPTION" | "MANAGE_WORKSITE_LOCATIONS" | "MANAGE_REPORTING_GROUPS" | "DOWNLOAD_CSV_EVENTS" | "VIEW_OTHER_USERS_EVENTS" | "CREATE_AND_MANAGE_EVENT_FORMS";
            };
            header?: {
                /** @description A position token: the answer waits up to two seconds until it knows that much */
                "At-Least"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description A token of how far the log had got, for At-Least */
                    Position?: string;
                    /** @description How far the read model had got */
                    "As-Of"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MembershipList"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listForms: {
        parameters: {
            query?: {
                organizationGuid?: string;
            };
            header?: {
                /** @description A position token: the answer waits up to two seconds until it knows that much */
                "At-Least"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description A token of how far the log had got, for At-Least */
                    Position?: string;
                    /** @description How far the read model had got */
                    "As-Of"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormList"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getForm: {
        parameters: {
            query?: {
                organizationGuid?: string;
                version?: number;
            };
            header?: {
                /** @description A position token: the answer waits up to two seconds until it knows that much */
                "At-Least"?: string;
            };
            path: {
                guid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description A token of how far the log had got, for At-Least */
                    Position?: string;
                    /** @description How far the read model had got */
                    "As-Of"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Form"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRegions: {
        parameters: {
            query?: {
                organizationGuid?: string;
            };
            header?: {
                /** @description A position token: the answer waits up to two seconds until it knows that much */
                "At-Least"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description A token of how far the log had got, for At-Least */
                    Position?: string;
                    /** @description How far the read model had got */
                    "As-Of"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegionList"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWorksites: {
        parameters: {
            query?: never;
            header?: {
                /** @description A position token: the answer waits up to two seconds until it knows that much */
                "At-Least"?: string;
            };
            path: {
                orgGuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description A token of how far the log had got, for At-Least */
                    Position?: string;
                    /** @description How far the read model had got */
                    "As-Of"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorksiteList"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listReportingGroups: {
        parameters: {
            query?: never;
            header?: {
                /** @description A position token: the answer waits up to two seconds until it knows that much */
                "At-Least"?: string;
            };
            path: {
                orgGuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description A token of how far the log had got, for At-Least */
                    Position?: string;
                    /** @description How far the read model had got */
                    "As-Of"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportingGroupList"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCustomerConfig: {
        parameters: {
            query?: never;
            header?: {
                /** @description A position token: the answer waits up to two seconds until it knows that much */
                "At-Least"?: string;
            };
            path: {
                orgGuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description A token of how far the log had got, for At-Least */
                    Position?: string;
                    /** @description How far the read model had got */
                    "As-Of"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerConfig"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listIncidents: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                cursor?: string;
                organizationGuid?: string;
                sortBy?: "OCCURRENCE_DATE" | "REPORTED_DATE" | "NUMBER" | "FORM_NAME" | "STATE" | "RISK";
                sortDirection?: "ASCENDING" | "DESCENDING";
                filter?: string;
            };
            header?: {
                /** @description A position token: the answer waits up to two seconds until it knows that much */
                "At-Least"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description A token of how far the log had got, for At-Least */
                    Position?: string;
                    /** @description How far the read model had got */
                    "As-Of"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentList"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    reportIncident: {
        parameters: {
            query?: {
                organizationGuid?: string;
            };
            header?: {
                /** @description A UUID; the same key gets the first answer again */
                "Idempotency-Key"?: string;
                /** @description The revision the change is made upon */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportIncidentRequest"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    /** @description A token of how far the log had got, for At-Least */
                    Position?: string;
                    /** @description How far the read model had got */
                    "As-Of"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentCommandAnswer"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getIncident: {
        parameters: {
            query?: {
                organizationGuid?: string;
            };
            header?: {
                /** @description A position token: the answer waits up to two seconds until it knows that much */
                "At-Least"?: string;
            };
            path: {
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description A token of how far the log had got, for At-Least */
                    Position?: string;
                    /** @description How far the read model had got */
                    "As-Of"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentDetail"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteIncident: {
        parameters: {
            query?: {
                organizationGuid?: string;
            };
            header?: {
                /** @description A UUID; the same key gets the first answer again */
                "Idempotency-Key"?: string;
                /** @description The revision the change is made upon */
                "If-Match"?: string;
            };
            path: {
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description A token of how far the log had got, for At-Least */
                    Position?: string;
                    /** @description How far the read model had got */
                    "As-Of"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentCommandAnswer"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    amendIncident: {
        parameters: {
            query?: {
                organizationGuid?: string;
            };
            header?: {
                /** @description A UUID; the same key gets the first answer again */
                "Idempotency-Key"?: string;
                /** @description The revision the change is made upon */
                "If-Match"?: string;
            };
            path: {
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AmendIncidentRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description A token of how far the log had got, for At-Least */
                    Position?: string;
                    /** @description How far the read model had got */
                    "As-Of"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentCommandAnswer"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    restoreIncident: {
        parameters: {
            query?: {
                organizationGuid?: string;
            };
            header?: {
                /** @description A UUID; the same key gets the first answer again */
                "Idempotency-Key"?: string;
                /** @description The revision the change is made upon */
                "If-Match"?: string;
            };
            path: {
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description A token of how far the log had got, for At-Least */
                    Position?: string;
                    /** @description How far the read model had got */
                    "As-Of"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentCommandAnswer"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    requestReview: {
        parameters: {
            query?: {
                organizationGuid?: string;
            };
            header?: {
                /** @description A UUID; the same key gets the first answer again */
                "Idempotency-Key"?: string;
                /** @description The revision the change is made upon */
                "If-Match"?: string;
            };
            path: {
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestReviewRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description A token of how far the log had got, for At-Least */
                    Position?: string;
                    /** @description How far the read model had got */
                    "As-Of"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentCommandAnswer"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    reviewIncident: {
        parameters: {
            query?: {
                organizationGuid?: string;
            };
            header?: {
                /** @description A UUID; the same key gets the first answer again */
                "Idempotency-Key"?: string;
                /** @description The revision the change is made upon */
                "If-Match"?: string;
            };
            path: {
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewIncidentRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description A token of how far the log had got, for At-Least */
                    Position?: string;
                    /** @description How far the read model had got */
                    "As-Of"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentCommandAnswer"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    returnIncident: {
        parameters: {
            query?: {
                organizationGuid?: string;
            };
            header?: {
                /** @description A UUID; the same key gets the first answer again */
                "Idempotency-Key"?: string;
                /** @description The revision the change is made upon */
                "If-Match"?: string;
            };
            path: {
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReturnIncidentRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description A token of how far the log had got, for At-Least */
                    Position?: string;
                    /** @description How far the read model had got */
                    "As-Of"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentCommandAnswer"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    requestApproval: {
        parameters: {
            query?: {
                organizationGuid?: string;
            };
            header?: {
                /** @description A UUID; the same key gets the first answer again */
                "Idempotency-Key"?: string;
                /** @description The revision the change is made upon */
                "If-Match"?: string;
            };
            path: {
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestApprovalRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description A token of how far the log had got, for At-Least */
                    Position?: string;
                    /** @description How far the read model had got */
                    "As-Of"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentCommandAnswer"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    approveIncident: {
        parameters: {
            query?: {
                organizationGuid?: string;
            };
            header?: {
                /** @description A UUID; the same key gets the first answer again */
                "Idempotency-Key"?: string;
                /** @description The revision the change is made upon */
                "If-Match"?: string;
            };
            path: {
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApproveIncidentRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description A token of how far the log had got, for At-Least */
                    Position?: string;
                    /** @description How far the read model had got */
                    "As-Of"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentCommandAnswer"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    reopenIncident: {
        parameters: {
            query?: {
                organizationGuid?: string;
            };
            header?: {
                /** @description A UUID; the same key gets the first answer again */
                "Idempotency-Key"?: string;
                /** @description The revision the change is made upon */
                "If-Match"?: string;
            };
            path: {
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReopenIncidentRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description A token of how far the log had got, for At-Least */
                    Position?: string;
                    /** @description How far the read model had got */
                    "As-Of"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentCommandAnswer"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getIncidentHistory: {
        parameters: {
            query?: {
                organizationGuid?: string;
            };
            header?: {
                /** @description A position token: the answer waits up to two seconds until it knows that much */
                "At-Least"?: string;
            };
            path: {
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description A token of how far the log had got, for At-Least */
                    Position?: string;
                    /** @description How far the read model had got */
                    "As-Of"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentHistory"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDashboard: {
        parameters: {
            query?: {
                organizationGuid?: string;
                userAccountGuid?: string;
                from?: string;
                to?: string;
            };
            header?: {
                /** @description A position token: the answer waits up to two seconds until it knows that much */
                "At-Least"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description A token of how far the log had got, for At-Least */
                    Position?: string;
                    /** @description How far the read model had got */
                    "As-Of"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dashboard"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                organizationGuid?: string;
            };
            header?: {
                /** @description A position token: the answer waits up to two seconds until it knows that much */
                "At-Least"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description A token of how far the log had got, for At-Least */
                    Position?: string;
                    /** @description How far the read model had got */
                    "As-Of"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationList"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMonthlyMetrics: {
        parameters: {
            query?: never;
            header?: {
                /** @description A position token: the answer waits up to two seconds until it knows that much */
                "At-Least"?: string;
            };
            path: {
                orgGuid: string;
                yearMonth: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description A token of how far the log had got, for At-Least */
                    Position?: string;
                    /** @description How far the read model had got */
                    "As-Of"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MonthlyMetrics"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    recordMonthlyMetrics: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID; the same key gets the first answer again */
                "Idempotency-Key"?: string;
                /** @description The revision the change is made upon */
                "If-Match"?: string;
            };
            path: {
                orgGuid: string;
                yearMonth: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordMonthlyMetricsRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description A token of how far the log had got, for At-Least */
                    Position?: string;
                    /** @description How far the read model had got */
                    "As-Of"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MonthlyMetrics"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getLoadLines: {
        parameters: {
            query?: never;
            header?: {
                /** @description A position token: the answer waits up to two seconds until it knows that much */
                "At-Least"?: string;
            };
            path: {
                orgGuid: string;
                year: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description A token of how far the log had got, for At-Least */
                    Position?: string;
                    /** @description How far the read model had got */
                    "As-Of"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoadLines"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setLoadLines: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID; the same key gets the first answer again */
                "Idempotency-Key"?: string;
                /** @description The revision the change is made upon */
                "If-Match"?: string;
            };
            path: {
                orgGuid: string;
                year: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetLoadLinesRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description A token of how far the log had got, for At-Least */
                    Position?: string;
                    /** @description How far the read model had got */
                    "As-Of"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoadLines"];
                };
            };
            /** @description Refused */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
