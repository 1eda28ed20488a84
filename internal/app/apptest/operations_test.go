package apptest_test

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"

	"laurel/internal/app/apptest"
)

// who may make a call.
type audience int

const (
	anyone         audience = iota // no sign-in needed
	people                         // a signed-in person, about themselves: no API key
	signedIn                       // whoever is signed in
	onlookers                      // every member and key of the department
	askers                         // every member and key of the department, about what they asked for themselves
	editors                        // administrators and writing keys of the department
	insiders                       // administrators and every key of the department
	programs                       // writing API keys alone
	administrators                 // administrators alone, who give their password again for a change
	owners                         // a recipient, about what is theirs
)

// operation is how to make a call of the contract. {id} in query and body names an object of the kind.
type operation struct {
	who   audience
	kind  string
	query string
	body  string
}

const someGroup = `{"group":{"name":"New","course_name":"New"}}`

// operations has a row for every call of the contract.
var operations = map[string]operation{
	"captchaChallenge": {}, "signIn": {body: `{"email":"a@example.org","password":"x"}`}, "sso": {body: `{"key":"x","object":"issuer"}`},
	"claimAccount": {body: `{"token":"x","password":"long enough to be one"}`}, "verifyEmail": {body: `{"token":"x"}`},
	"invitationRead": {body: `{"token":"x"}`}, "invitationDecline": {body: `{"token":"x"}`},
	"accountCreate":      {body: `{"issuer":{"name":"N","email":"n@example.org","password":"long enough to be one"}}`},
	"resendVerification": {body: `{"verification_token":"x"}`}, "forgetPassword": {body: `{"email":"a@example.org"}`},
	"resetPassword": {body: `{"reset_token":"x","password":"long enough to be one"}`},

	"recipientSignIn": {body: `{"token":"x"}`}, "recipientLinkAgain": {body: `{"token":"x"}`},
	"recipientCodeCreate": {body: `{"email":"a@example.org"}`}, "recipientRetrieve": {body: `{"email":"a@example.org"}`},
	"recipientForgetPassword": {body: `{"email":"a@example.org"}`}, "recipientResetPassword": {body: `{"token":"x","code":"123456","password":"long enough to be one"}`},
	"recipientSignInOwn": {body: `{"email":"a@example.org","password":"x"}`}, "recipientWhoami": {who: owners}, "recipientSignOutOwn": {who: owners},
	"recipientAccount": {who: owners}, "recipientAccountUpdate": {who: owners, body: `{"name":"New"}`}, "recipientAccountDelete": {who: owners},
	"recipientSessionList": {who: owners}, "recipientSessionRevokeOthers": {who: owners}, "recipientSessionRevoke": {who: owners, kind: "session"},
	"recipientEmailList": {who: owners}, "recipientEmailCreate": {who: owners, body: `{"email":"b@example.org"}`},
	"recipientEmailMakePrimary": {who: owners, kind: "session"}, "recipientEmailRemove": {who: owners, kind: "session"},
	"recipientPasskeyList": {who: owners}, "recipientPasskeyOptions": {who: owners, body: `{}`},
	"recipientPasskeyCreate":        {who: owners, body: `{"name":"Phone","credential":{"id":"x"}}`},
	"recipientPasskeyUpdate":        {who: owners, kind: "session", body: `{"name":"Phone"}`},
	"recipientPasskeyRemove":        {who: owners, kind: "session"},
	"recipientPasskeySignInOptions": {}, "recipientPasskeySignIn": {body: `{"credential":{"id":"x"}}`},
	"recipientMerge":   {who: owners, body: `{"request":"x","code":"123456"}`},
	"recipientSession": {who: owners}, "recipientSignOut": {who: owners}, "recipientCredentialList": {who: owners}, "recipientCredentialFilters": {who: owners},
	"recipientLearnerRecord": {who: owners, kind: "credential"}, "recipientProfilePreview": {who: owners},
	"recipientCredentialPrivacy": {who: owners, kind: "credential", body: `{"private":true}`},
	"recipientNotifications":     {who: owners}, "recipientNotificationsUpdate": {who: owners, body: `{"changes":false}`},
	"recipientNotificationsResume": {who: owners, kind: "session"}, "recipientSignInLinks": {who: owners}, "recipientSignInLinkEnd": {who: owners, kind: "session"},
	"publicEmailChoice": {}, "publicEmailChoiceUpdate": {body: `{"wanted":false}`},
	"recipientAccountExport": {who: owners}, "recipientCollectionList": {who: owners}, "recipientCollectionRead": {who: owners, kind: "uuid"},
	"recipientCollectionCreate":    {who: owners, body: `{"name":"Looms","items":[{"credential_id":"{id}"}]}`, kind: "uuid"},
	"recipientCollectionUpdate":    {who: owners, kind: "uuid", body: `{"name":"Looms"}`},
	"recipientCollectionDelete":    {who: owners, kind: "uuid"},
	"recipientCollectionAdd":       {who: owners, kind: "uuid", body: `{"credential_ids":["{id}"]}`},
	"recipientCollectionLinkRenew": {who: owners, kind: "uuid"}, "recipientCollectionPdf": {who: owners, kind: "uuid"},
	"recipientPresentationCreate": {who: owners, kind: "uuid", body: `{"credential_ids":["{id}"]}`},
	"walletOfferCreate":           {who: owners, kind: "credential"}, "walletOfferRead": {who: owners, kind: "uuid"},
	"walletCredentialOffer": {kind: "uuid"}, "walletNonce": {}, "walletToken": {body: `{}`}, "walletCredential": {body: `{}`},
	"walletNotification": {body: `{}`},
	"walletPassCreate":   {who: owners, kind: "credential", body: `{"platform":"apple"}`},
	"applePassDownload":  {}, "applePassRegister": {body: `{"pushToken":"x"}`}, "applePassUnregister": {}, "applePassChanges": {},
	"applePassLatest": {}, "applePassLog": {body: `{"logs":[]}`},
	"recipientImportList":   {who: owners},
	"recipientImportCreate": {who: owners, body: `{"url":"https://badges.example.org/1"}`},
	"recipientImportRead":   {who: owners, kind: "uuid"}, "recipientImportDelete": {who: owners, kind: "uuid"},
	"recipientImportRestore": {who: owners, kind: "uuid"},
	"recipientImportVerify":  {who: owners, kind: "uuid"}, "recipientImportFile": {who: owners, kind: "uuid"},
	"recipientImportPicture":  {who: owners, kind: "uuid"},
	"recipientArchive":        {who: owners, kind: "uuid", body: `{"credential_ids":["{id}"]}`},
	"recipientCredentialRead": {who: owners, kind: "credential"},
	"nameChangeList":          {who: onlookers}, "nameChangeSettings": {who: onlookers},
	"nameChangeSettingsUpdate": {who: editors, body: `{"auto_approve":true}`},
	"nameChangeRead":           {who: onlookers, kind: "name change"},
	"nameChangeDecide":         {who: editors, kind: "name change", body: `{"decision":"deny"}`},
	"nameChangeDecideMany":     {who: editors, body: `{"ids":[1],"decision":"deny"}`},
	"nameChangeDocument":       {who: editors, kind: "name change"},
	"ownNameChangeList":        {who: owners, kind: "credential"}, "ownNameChangeWithdraw": {who: owners, kind: "credential"},
	"ownNameChangeCreate":   {who: owners, kind: "credential", body: `{"requested_name":"Ada B","reason":"typo"}`},
	"ownNameChangeDocument": {who: owners, kind: "credential"},
	"recipientLinkCreate":   {who: editors, kind: "credential"}, "recipientLinkRevoke": {who: editors, kind: "credential"},

	"signInSecondFactor": {body: `{"token":"x","code":"123456"}`}, "mfaRead": {who: people}, "totpBegin": {who: people},
	"totpConfirm": {who: people, body: `{"code":"123456"}`}, "totpDelete": {who: people},
	"recoveryCodesRenew": {who: people}, "proofRead": {who: people}, "signInPolicyRead": {who: onlookers},
	"signInPolicyUpdate": {who: administrators, body: `{"sign_in_policy":{"second_factor_from":null}}`}, "memberFactorsReset": {who: administrators, kind: "member"},
	"proofOptions": {who: people}, "proofCreate": {who: people, body: `{"current_password":"x"}`},
	"passkeyOptions": {who: people}, "passkeyCreate": {who: people, body: `{"name":"Phone","credential":{"id":"x"}}`},
	"passkeyUpdate": {who: people, kind: "session", body: `{"name":"Phone"}`}, "passkeyDelete": {who: people, kind: "session"},
	"passkeySignInOptions": {}, "passkeySignIn": {body: `{"credential":{"id":"x"}}`},
	"whoami": {who: people}, "signOut": {who: people}, "sessionList": {who: people}, "sessionRevokeOthers": {who: people}, "sessionRevoke": {who: people, kind: "session"},
	"accountUpdate":    {who: people, body: `{"login_issuer_params":{"name":"New"}}`},
	"invitationAccept": {who: people, body: `{"token":"x"}`},
	"selectDepartment": {who: people, kind: "department", body: `{"department_id":{id}}`},
	"ssoOffers":        {body: `{"email":"a@example.org"}`}, "ssoComplete": {}, "ssoStart": {}, "ssoCallback": {},
	"ssoConnectionList": {who: administrators}, "ssoConnectionRead": {who: administrators, kind: "sso connection"},
	"ssoConnectionCreate": {who: administrators, body: `{"sso_connection":{"name":"New","issuer_url":"https://login.example","client_id":"a","client_secret":"b"}}`},
	"ssoConnectionUpdate": {who: administrators, kind: "sso connection", body: `{"sso_connection":{"name":"Newer"}}`},
	"ssoConnectionDelete": {who: administrators, kind: "sso connection"}, "ssoConnectionTest": {who: administrators, kind: "sso connection"},
	"ssoConnectionKeyCreate": {who: administrators, kind: "sso connection"}, "ssoConnectionKeyUse": {who: administrators, kind: "sso connection"},
	"scimKeyList": {who: administrators, kind: "sso connection"}, "scimKeyCreate": {who: administrators, kind: "sso connection"}, "scimKeyRevoke": {who: administrators, kind: "sso connection"},
	"ssoSamlStart": {}, "ssoSamlMetadata": {}, "ssoSamlReceive": {body: `{}`}, "ssoSamlReturn": {},
	"ssoTestRead": {who: administrators}, "ssoDomainList": {who: administrators},
	"ssoDomainCreate": {who: administrators, body: `{"sso_domain":{"domain":"new.example"}}`},
	"ssoDomainCheck":  {who: administrators, kind: "sso domain"}, "ssoDomainDelete": {who: administrators, kind: "sso domain"},
	"emailSettingsRead": {who: administrators}, "emailSettingsUpdate": {who: administrators, body: `{"email_settings":{"per_minute":60}}`},
	"paymentMethodRead": {who: people}, "paymentMethodUpdate": {who: people, body: `{"details":{"name":"Northlight"}}`}, "paymentMethodDelete": {who: people},
	"paymentMethodSetup": {who: people}, "paymentMethodPortal": {who: people}, "paymentMethodRefresh": {who: people},
	"subscriptionPreview": {who: people, body: `{"plan_id":999999999}`}, "invoiceList": {who: people}, "invoiceRead": {who: people}, "invoicePdf": {who: people}, "billingWebhook": {body: `{}`},
	"billingPlanList": {who: editors}, "billingSubscriptionRead": {who: editors}, "billingUsageRead": {who: editors}, "billingLedgerList": {who: editors},
	"billingLedgerDownload": {who: editors}, "billingSubscriptionUpdate": {who: editors, body: `{"subscription":{"plan_id":999999999}}`},
	"billingTransferCreate":     {who: editors, kind: "other department", body: `{"transfer":{"department_id":{id},"credits":1}}`},
	"billingCancellationCreate": {who: editors, body: `{"cancellation":{"reason":"We moved"}}`}, "billingCancellationDelete": {who: editors},
	"emailSchedulesRead": {who: administrators}, "emailSchedulesUpdate": {who: administrators, body: `{"email_schedules":{"reminders":true}}`}, "emailSchedulesUpcoming": {who: administrators},
	"emailScheduleGroupUpdate": {who: administrators, kind: "group", body: `{"email_schedule":{"reminders":true}}`}, "emailScheduleGroupDelete": {who: administrators, kind: "scheduled group"},
	"senderAddressList": {who: administrators}, "senderAddressCreate": {who: administrators, body: `{"sender_address":{"email":"new@school.example"}}`},
	"senderAddressResend": {who: administrators, kind: "sender address"}, "senderAddressDelete": {who: administrators, kind: "sender address"},
	"emailServerTest": {who: administrators},
	"emailList":       {who: administrators}, "emailRead": {who: administrators, kind: "failed email"}, "emailResend": {who: administrators, kind: "failed email"},
	"emailTemplateList": {who: administrators}, "emailTemplateCreate": {who: administrators, body: `{"email_template":{"type":"delivery","name":"New"}}`},
	"emailTemplateRead": {who: administrators, kind: "email template"}, "emailTemplateUpdate": {who: administrators, kind: "email template", body: `{"email_template":{"state":"active"}}`},
	"emailTemplatePreview": {who: administrators, kind: "email template", body: `{}`}, "emailTemplateSendPreview": {who: administrators, kind: "email template", body: `{}`},
	"emailTemplateReset": {who: administrators, kind: "email template"}, "emailTemplateCopy": {who: administrators, kind: "email template", body: `{"email_template":{"name":"Copy"}}`},
	"emailTemplateDelete":    {who: administrators, kind: "email template"},
	"groupEmailTemplateList": {who: onlookers, kind: "group"}, "groupEmailTemplateUpdate": {who: editors, kind: "group", body: `{"email_templates":{"delivery":0}}`},
	"emailFeedbackRead": {who: administrators}, "emailFeedbackUpdate": {who: administrators, body: `{"email_feedback":{"bounce_address":"bounces@school.example"}}`},
	"emailDomainList": {who: administrators}, "emailDomainCheck": {who: administrators, body: `{"domain":"school.example"}`}, "emailDomainRotate": {who: administrators, body: `{"domain":"school.example"}`},
	"suppressionList": {who: administrators}, "suppressionCreate": {who: administrators, body: `{"suppression":{"email":"a@example.org"}}`},
	"suppressionDelete": {who: administrators, kind: "suppression"}, "emailReportCreate": {body: `{}`},
	"senderAddressConfirm": {body: `{"token":"x"}`},
	"ssoKeyCreate":         {who: programs, body: `{"email":"owner@people.example"}`},

	"departmentAll": {who: signedIn}, "departmentCreate": {who: people, body: `{"department":{"name":"New"}}`},
	"departmentRead":          {who: signedIn, kind: "department", body: `{"id":{id}}`},
	"departmentUpdate":        {who: editors, kind: "department", body: `{"id":{id},"department":{"name":"New"}}`},
	"departmentUpdateCurrent": {who: editors, body: `{"issuer":{"name":"New"}}`},
	"departmentDelete":        {who: editors, kind: "department", body: `{"id":{id}}`},
	"features":                {who: signedIn, kind: "department", query: "?id={id}"},

	"organizationList": {who: people}, "organizationRead": {who: people, kind: "organization"},
	"organizationUpdate":              {who: people, kind: "organization", body: `{"organization":{"name":"New"}}`},
	"organizationDepartmentCreate":    {who: people, kind: "organization", body: `{"department":{"name":"New"}}`},
	"organizationDepartmentAdd":       {who: people, kind: "organization"},
	"organizationPeople":              {who: people, kind: "organization"},
	"organizationAdministratorAdd":    {who: people, kind: "organization", body: `{"administrator":{"name":"New","email":"new@people.example"}}`},
	"organizationAdministratorRemove": {who: people, kind: "organization"},
	"organizationDepartmentArchive":   {who: people, kind: "organization"},
	"organizationDepartmentRestore":   {who: people, kind: "organization"},
	"organizationDepartmentMerge":     {who: people, kind: "organization", body: `{"into_id":999999999}`},
	"groupMovePreview":                {who: people, kind: "group", query: "?department_id=999999999"},
	"groupMove":                       {who: people, kind: "group", body: `{"department_id":999999999}`},

	"apiKeyList": {who: insiders}, "apiKeyCreate": {who: editors, body: `{"api_key":{"name":"New"}}`}, "apiKeyRevoke": {who: editors, kind: "key"},
	"apiKeyUpdate":   {who: editors, kind: "key", body: `{"api_key":{"name":"Renamed"}}`},
	"signingKeyList": {who: administrators}, "issuerDomain": {who: administrators}, "signingKeyRotate": {who: administrators},
	"signingKeyRevoke": {who: administrators}, "signingKeyUsage": {who: administrators},
	"apiKeyRotate": {who: editors, kind: "key"}, "apiKeyRequests": {who: insiders, kind: "key"},

	"webhookList": {who: insiders}, "webhookRead": {who: insiders, kind: "webhook"}, "webhookDelete": {who: editors, kind: "webhook"},
	"webhookCreate": {who: editors, body: `{"webhook":{"url":"https://1.1.1.1/new","events":["credential.published"]}}`},
	"webhookUpdate": {who: editors, kind: "webhook", body: `{"webhook":{"description":"New"}}`},
	"webhookRotate": {who: editors, kind: "webhook"}, "webhookTest": {who: editors, kind: "webhook"},
	"webhookReplayFailed": {who: editors, kind: "webhook", body: `{"since":"2026-01-01T00:00:00Z"}`},
	"auditEventList":      {who: editors}, "auditHeadList": {who: editors}, "auditLogDownload": {who: editors},
	"webhookDeliveryList": {who: insiders, kind: "webhook"}, "webhookDeliveryRead": {who: insiders, kind: "webhook"},
	"webhookDeliveryReplay": {who: editors, kind: "webhook"},
	"attributeList":         {who: onlookers}, "attributeSearch": {who: onlookers}, "attributeUsage": {who: onlookers, kind: "attribute"},
	"attributeCreate":      {who: editors, body: `{"attribute_key":{"name":"New"}}`},
	"attributeCreatePlain": {who: editors, body: `{"attribute_key":{"name":"New"}}`},
	"attributeUpdate":      {who: editors, kind: "attribute", body: `{"attribute_key":{"id":{id},"name":"New"}}`},
	"attributeDelete":      {who: editors, kind: "attribute", body: `{"id":{id}}`},
	"fontList":             {who: onlookers},
	"fontCreate":           {who: editors, kind: "font file", body: `{"font":{"key":"{id}","licensed":true}}`},
	"fontUpdate":           {who: editors, kind: "font", body: `{"id":{id},"font":{"name":"New"}}`},
	"fontDelete":           {who: editors, kind: "font", body: `{"id":{id}}`},
	"fontCoverage":         {who: onlookers, kind: "font", body: `{"id":{id},"language":"de"}`},
	"uploadPolicy":         {who: editors, kind: "preset", body: `{"file_name":"x.png","content_type":"image/png"}`},

	"designBlank": {who: onlookers}, "designList": {who: onlookers}, "designTemplates": {},
	"designRead": {who: onlookers, kind: "design", query: "?id={id}"}, "designPreview": {who: onlookers, kind: "design"},
	"designCreate":      {who: editors, body: `{"design":{"name":"New"}}`},
	"designUpdate":      {who: editors, kind: "design", body: `{"id":{id},"design":{"name":"New"}}`},
	"designVersionList": {who: onlookers, kind: "design"}, "designVersionRead": {who: onlookers, kind: "design"},
	"designVersionRestore": {who: editors, kind: "design"},
	"designCopy":           {who: editors, kind: "design", body: `{"id":{id}}`}, "designDelete": {who: editors, kind: "design", body: `{"id":{id}}`},

	"embedSettings": {who: editors}, "embedSettingsUpdate": {who: editors, body: `{"plain_contract":false}`},
	"embedOriginCreate":  {who: editors, body: `{"origin":"https://new.example"}`},
	"embedOriginDelete":  {who: editors, kind: "origin"},
	"embedSessionCreate": {who: editors, kind: "design", body: `{"design_id":{id},"allowed_origin":"https://host.example","scopes":["design.read"]}`},
	"designerInitialize": {who: editors, kind: "design", body: `{"design_id":{id}}`},
	"embedExchange":      {body: `{"code":"x"}`}, "embedRefresh": {body: `{"refresh_token":"x"}`},

	"groupList": {who: onlookers}, "groupSearch": {who: onlookers}, "groupRead": {who: onlookers, kind: "group"},
	"groupCreate": {who: editors, body: someGroup}, "groupUpdate": {who: editors, kind: "group", body: someGroup},
	"groupRecipients": {who: onlookers, kind: "group"},
	"groupDelete":     {who: editors, kind: "group"}, "groupClone": {who: editors, kind: "group"},
	"groupDefaultsRead": {who: onlookers}, "groupDefaultsUpdate": {who: editors, body: `{"group_defaults":{"language":"de"}}`},
	"groupStackCheck": {who: editors, body: `{"prerequisites":[]}`},
	"groupWording":    {who: onlookers, kind: "group"}, "groupReword": {who: editors, kind: "group"},
	"groupTagList": {who: onlookers}, "skillSuggest": {who: onlookers}, "skillCategoryList": {who: onlookers},

	"savedFilterList": {who: people}, "savedFilterCreate": {who: people, body: `{"saved_filter":{"name":"New","query":"state=draft"}}`},
	"savedFilterUpdate": {who: people, kind: "saved filter", body: `{"saved_filter":{"name":"New"}}`}, "savedFilterDelete": {who: people, kind: "saved filter"},

	"credentialSearch": {who: onlookers}, "credentialCount": {who: onlookers}, "credentialRead": {who: onlookers, kind: "credential"},
	"groupAll": {who: onlookers}, "designAll": {who: onlookers}, "designListOwn": {who: onlookers}, "designSearch": {who: onlookers},
	"designReadWhole":       {who: onlookers, kind: "design"},
	"designCreateContent":   {who: editors, body: `{"design":{"name":"New"}}`},
	"designUpdateContent":   {who: editors, kind: "design", body: `{"design":{"name":"New"}}`},
	"designDeleteWhole":     {who: editors, kind: "design"},
	"designCopyOwn":         {who: editors, kind: "design"},
	"issuerDetails":         {who: onlookers},
	"departmentList":        {who: signedIn},
	"departmentSearch":      {who: signedIn},
	"departmentCreatePlain": {who: people, body: `{"department":{"name":"New"}}`},
	"departmentReadPlain":   {who: signedIn, kind: "department"},
	"departmentUpdatePlain": {who: editors, kind: "department", body: `{"department":{"name":"New"}}`},
	"departmentDeletePlain": {who: editors, kind: "department"},
	"memberList":            {who: onlookers},
	"memberRead":            {who: askers, kind: "member"},
	"memberCreate":          {who: editors, body: `{"team_member":{"name":"New","email":"new@people.example","department_permissions":[{"permissions":{"role":"viewer"}}]}}`},
	"memberUpdate":          {who: editors, kind: "member", body: `{"team_member":{"department_permissions":[{"permissions":{"role":"editor"}}]}}`},
	"invitationResend":      {who: editors, kind: "member"},
	"memberDelete":          {who: editors, kind: "member"},
	"approvalList":          {who: onlookers},
	"approvalRead":          {who: onlookers, kind: "approval"},
	"approvalCreate":        {who: editors, kind: "design", body: `{"approval":{"action":"design","design_id":{id}}}`},
	"approvalApprove":       {who: administrators, kind: "approval"},
	"approvalReject":        {who: administrators, kind: "approval", body: `{"comment":"No"}`},
	"approvalOverride":      {who: administrators, kind: "approval", body: `{"comment":"Now"}`},
	"approvalWithdraw":      {who: editors, kind: "approval"},
	"approvalPolicyRead":    {who: onlookers},
	"approvalPolicyUpdate":  {who: administrators, body: `{"approval_policy":{"actions":[]}}`},
	"memberDeactivate":      {who: editors, kind: "member"},
	"memberReactivate":      {who: editors, kind: "deactivated member"},
	"permissionGroupList":   {who: onlookers}, "permissionGroupRead": {who: onlookers, kind: "permission group"}, "accessRead": {who: people},
	"permissionGroupCreate": {who: editors, body: `{"permission_group":{"name":"New","level":"issuer"}}`},
	"permissionGroupUpdate": {who: editors, kind: "permission group", body: `{"permission_group":{"name":"Newer"}}`},
	"permissionGroupDelete": {who: editors, kind: "permission group"},
	"roleList":              {who: onlookers}, "roleRead": {who: onlookers, kind: "role"}, "adminRoleList": {who: onlookers},
	"roleCreate":      {who: editors, body: `{"role":{"name":"New","permissions":["manage_groups"]}}`},
	"roleUpdate":      {who: editors, kind: "role", body: `{"role":{"name":"Newer"}}`},
	"roleDelete":      {who: editors, kind: "role"},
	"adminRoleCreate": {who: editors, body: `{"admin_role":{"name":"Another"}}`}, "adminRoleDelete": {who: editors, kind: "role"},
	"apiKeyRotateOwn":      {who: programs},
	"recipientProfile":     {who: owners, body: `{"vanity":"ada"}`},
	"recipientProfileRead": {who: owners}, "recipientProfileSlug": {who: owners}, "recipientProfilePhoto": {who: owners}, "recipientProfilePhotoDelete": {who: owners},
	"publicProfile": {}, "publicProfilePhoto": {},
	"networkWallet": {}, "invite": {query: "?code=x"}, "publicGroupSearch": {},
	"signOnLink":             {who: editors, kind: "credential", body: `{"credential_id":"{id}"}`},
	"batch":                  {who: askers, body: `{"ops":[]}`},
	"credentialAll":          {who: onlookers},
	"credentialLegacyList":   {who: onlookers},
	"credentialSearchV2":     {who: onlookers},
	"credentialBulkCreate":   {who: editors, kind: "group", body: `{"credentials":[{"group_id":{id},"recipient":{"name":"N","email":"m@example.org"}}]}`},
	"credentialBulkCreateV2": {who: editors, kind: "group", body: `{"credentials":[{"group_id":{id},"recipient":{"name":"N","email":"l@example.org"}}]}`},
	"credentialSinglePDF":    {who: askers, kind: "credential"},
	"credentialManyPDF":      {who: askers, kind: "credential", body: `{"credential_ids":["{id}"]}`},
	"credentialGenerated":    {query: "?token=x"},
	"credentialChainData":    {kind: "credential"},
	"credentialChainDataV2":  {kind: "credential"},
	"credentialEvents":       {who: onlookers, kind: "credential"},
	"eventList":              {who: onlookers},
	"analyticsOverview":      {who: onlookers},
	"analyticsEngagement":    {who: onlookers},
	"analyticsEmail":         {who: onlookers},
	"analyticsSharing":       {who: onlookers},
	"analyticsVerification":  {who: onlookers},
	"analyticsGroups":        {who: onlookers},
	"analyticsDesigns":       {who: onlookers}, "analyticsSharers": {who: onlookers}, "analyticsTeam": {who: administrators},
	"scheduledReportList": {who: people}, "scheduledReportCreate": {who: administrators, body: `{"report":{"name":"New","recipient_ids":[1]}}`},
	"scheduledReportUpdate": {who: administrators, kind: "scheduled report", body: `{"report":{"paused":true}}`},
	"scheduledReportDelete": {who: administrators, kind: "scheduled report"}, "scheduledReportSend": {who: people, kind: "scheduled report"},
	"analyticsSettingsRead": {who: onlookers}, "analyticsSettingsUpdate": {who: administrators, body: `{"analytics_settings":{"retention_days":500}}`},
	"analyticsCredentials":    {who: onlookers, query: "?stage=published"},
	"credentialRedirect":      {who: askers, kind: "credential", query: "?id={id}"},
	"credentialMails":         {who: onlookers, kind: "credential"},
	"credentialCreate":        {who: editors, kind: "group", body: `{"credential":{"group_id":{id},"recipient":{"name":"N","email":"n@example.org"}}}`},
	"credentialUpdate":        {who: editors, kind: "credential", body: `{"credential":{"name":"New"}}`},
	"credentialPatch":         {who: editors, kind: "credential", body: `{"credential":{"name":"New"}}`},
	"credentialDelete":        {who: editors, kind: "credential"},
	"credentialRestore":       {who: editors, kind: "credential"},
	"credentialResend":        {who: editors, kind: "credential"},
	"credentialMailRetry":     {who: editors, kind: "mail"},
	"credentialHistory":       {who: onlookers, kind: "credential"},
	"credentialRevoke":        {who: editors, kind: "credential", body: `{"reason":"other"}`},
	"credentialSuspend":       {who: editors, kind: "credential", body: `{}`},
	"credentialReinstate":     {who: editors, kind: "credential", body: `{}`},
	"credentialRevokeMany":    {who: editors, kind: "credential", body: `{"credential_ids":[{id}],"reason":"other"}`},
	"credentialSuspendMany":   {who: editors, kind: "credential", body: `{"credential_ids":[{id}]}`},
	"credentialReinstateMany": {who: editors, kind: "credential", body: `{"credential_ids":[{id}]}`},
	"credentialDeleteMany":    {who: editors, kind: "credential", body: `{"credential_ids":[{id}]}`},
	"credentialPublish":       {who: editors, kind: "credential", body: `{"credential_ids":[{id}]}`},
	"credentialPublishCheck":  {who: onlookers, kind: "credential", body: `{"credential_ids":[{id}]}`},
	"credentialSchedule":      {who: editors, kind: "credential", body: `{"credential_ids":[{id}],"publish_at":"2027-01-01T09:00:00Z"}`},
	"credentialUnschedule":    {who: editors, kind: "credential", body: `{"credential_ids":[{id}]}`},
	"credentialRenew":         {who: editors, kind: "credential", body: `{}`},
	"credentialMove":          {who: editors, kind: "credential", body: `{"group_id":1}`},
	"credentialRotateKey":     {who: editors, kind: "credential"},
	"credentialShared":        {who: editors, kind: "credential"},
	"groupSendExample":        {who: editors, kind: "group"},
	"learnerRecord":           {who: askers, kind: "credential", body: `{"credential_ids":[{id}]}`},
	"publicationRead":         {who: onlookers, kind: "publication"},
	"publicationUndo":         {who: editors, kind: "publication"}, "publicationSendNow": {who: editors, kind: "publication"},
	"publicationResume": {who: editors, kind: "publication"},
	"actionCreate":      {who: editors, kind: "credential", body: `{"kind":"delete","credential_ids":[{id}]}`},
	"actionList":        {who: onlookers}, "actionRead": {who: onlookers, kind: "action"}, "actionItems": {who: onlookers, kind: "action"},
	"actionRefused": {who: onlookers, kind: "action"},
	"actionCancel":  {who: editors, kind: "action"}, "actionUndo": {who: editors, kind: "action"}, "actionResume": {who: editors, kind: "action"},
	"homeRead":      {who: onlookers},
	"operationList": {who: onlookers}, "operationRead": {who: onlookers, kind: "action"}, "operationItems": {who: onlookers, kind: "action"},
	"operationCancel": {who: editors, kind: "action"}, "operationUndo": {who: editors, kind: "action"},
	"operationResume": {who: editors, kind: "action"},
	"exportCreate":    {who: askers, body: `{"kind":"certificate","all_matching":{}}`}, "exportList": {who: askers},
	"exportRead": {who: askers, kind: "export"}, "exportDelete": {who: askers, kind: "export"},
	"exportLink": {who: askers, kind: "export"}, "exportDownload": {query: "?token=x"},
	"personList": {who: onlookers}, "personRead": {who: onlookers, kind: "credential"}, "personEvents": {who: onlookers, kind: "credential"},
	"personExport":      {who: editors, kind: "credential"},
	"personErase":       {who: editors, kind: "credential", body: `{"email":"ada@recipients.example"}`},
	"personEmailCancel": {who: editors, kind: "credential"}, "publicAddressChangeConfirm": {body: `{"secret":"x"}`},
	"personUpdate":  {who: editors, kind: "credential", body: `{"recipient":{"name":"New"}}`},
	"claimLinkList": {who: onlookers}, "claimLinkRead": {who: onlookers, kind: "claim link"}, "claimList": {who: onlookers, kind: "claim link"},
	"claimLinkCreate": {who: editors, kind: "group", body: `{"claim_link":{"group_id":{id},"name":"New"}}`},
	"claimLinkUpdate": {who: editors, kind: "claim link", body: `{"claim_link":{"name":"New"}}`}, "claimLinkDelete": {who: editors, kind: "claim link"},
	"claimApprove": {who: editors, kind: "claim link", body: `{"claim_ids":[1]}`}, "claimDeny": {who: editors, kind: "claim link", body: `{"claim_ids":[1]}`},
	"publicClaimLink": {}, "publicClaimAsk": {body: `{"name":"N","email":"n@example.org"}`}, "publicClaimConfirm": {body: `{"secret":"x"}`}, "publicContact": {body: `{"name":"N","email":"n@example.org","message":"Hello"}`}, "publicNameChangeConfirm": {body: `{"secret":"x"}`},
	"dataExportCreate": {who: askers, body: `{"data_export":{"entity":"groups"}}`}, "dataExportList": {who: askers},
	"dataExportRead": {who: askers, kind: "data export"}, "dataExportDelete": {who: askers, kind: "data export"}, "dataExportDownload": {query: "?token=x"},

	"evidenceList":        {who: onlookers, kind: "credential"},
	"evidenceCreate":      {who: editors, kind: "credential", body: `{"evidence_item":{"description":"New","category":"grade","string_object":90}}`},
	"evidenceRead":        {who: onlookers, kind: "evidence"},
	"evidenceUpdate":      {who: editors, kind: "evidence", body: `{"evidence_item":{"description":"New"}}`},
	"evidenceDelete":      {who: editors, kind: "evidence"},
	"evidenceSubmissions": {who: onlookers}, "evidenceFile": {kind: "uuid"},
	"evidenceDecide":   {who: editors, kind: "evidence", body: `{"ids":[{id}],"decision":"accept"}`},
	"referenceList":    {who: onlookers, kind: "credential"},
	"referenceCreate":  {who: editors, kind: "credential", body: `{"reference":{"description":"Good","referee":{"name":"Grace"}}}`},
	"referenceRequest": {who: editors, kind: "credential", body: `{"reference":{"referee":{"name":"Grace","email":"grace@example.org"}}}`},
	"referenceRead":    {who: onlookers, kind: "reference"},
	"referenceUpdate":  {who: editors, kind: "reference", body: `{"reference":{"position":0}}`},
	"referenceDelete":  {who: editors, kind: "reference"}, "referenceResend": {who: editors, kind: "reference"},
	"referenceDecide":     {who: editors, kind: "reference", body: `{"decision":"approve"}`},
	"publicReferenceOpen": {body: `{"token":"x"}`}, "publicReferenceWithdraw": {body: `{"token":"x"}`},
	"publicReferenceSubmit": {body: `{"token":"x","reference":{"description":"Good"}}`},
	"importCreate":          {who: editors, kind: "spreadsheet", body: `{"file_key":"{id}"}`}, "importList": {who: onlookers},
	"importRead": {who: onlookers, kind: "import"}, "importDelete": {who: editors, kind: "import"}, "importPreview": {who: onlookers, kind: "import"},
	"importReadAgain": {who: editors, kind: "import", body: `{}`}, "importMapping": {who: editors, kind: "import", body: `{}`},
	"importRows": {who: onlookers, kind: "import"}, "importRowUpdate": {who: editors, kind: "import", body: `{}`},
	"importErrors": {who: onlookers, kind: "import"}, "importStart": {who: editors, kind: "import", body: `{}`},
	"importCancel": {who: editors, kind: "import"}, "importUndo": {who: editors, kind: "import"}, "importResume": {who: editors, kind: "import"},
	"importTemplate": {who: onlookers, kind: "group", query: "?group_id={id}"},

	"recipientEvidenceList":     {who: owners, kind: "credential"},
	"recipientEvidenceCreate":   {who: owners, kind: "credential", body: `{"evidence_item":{"description":"New","category":"grade","string_object":90}}`},
	"recipientEvidenceUpdate":   {who: owners, kind: "evidence", body: `{"evidence_item":{"description":"New"}}`},
	"recipientEvidenceDelete":   {who: owners, kind: "evidence"},
	"recipientReferenceList":    {who: owners, kind: "credential"},
	"recipientReferenceRequest": {who: owners, kind: "credential", body: `{"reference":{"referee":{"name":"Grace","email":"grace@example.org"}}}`},
	"recipientReferenceDelete":  {who: owners, kind: "reference"}, "recipientReferenceResend": {who: owners, kind: "reference"},
	"recipientReferenceDecide": {who: owners, kind: "reference", body: `{"decision":"approve"}`},
	"recipientUploadPolicy":    {who: owners, kind: "credential", body: `{"file_name":"x.png"}`},

	"collectionCreate": {who: editors, body: `{"collection":{"name":"New"}}`}, "collectionSearch": {who: onlookers, body: `{}`},
	"collectionUpdate": {who: editors, kind: "collection", body: `{"collection":{"name":"New"}}`}, "collectionDelete": {who: editors, kind: "collection"},
	"publicCredential": {kind: "credential"}, "sharedCollectionRead": {}, "sharedCollectionPresentation": {}, "sharedCollectionPdf": {}, "sharedCollectionImportPicture": {kind: "uuid"}, "publicGroup": {kind: "group"}, "certificatePDF": {kind: "credential", query: "?credential_id={id}"},
	"bakedBadge": {kind: "credential", query: "?credential_id={id}"}, "credentialPicture": {kind: "credential"},
	"credentialBadgePicture": {kind: "credential"}, "credentialMainPicture": {kind: "credential"}, "networkCredential": {kind: "credential"},
	"networkEvents": {kind: "credential"}, "chainTransaction": {kind: "credential"}, "chainIssuer": {kind: "department"},
	"designPicture": {kind: "version"}, "templatePicture": {}, "badgeAssertion": {kind: "uuid"}, "signedBadge": {kind: "uuid"}, "badgeToken": {kind: "uuid"}, "badgeClass": {kind: "group"},
	"badgeIssuer": {kind: "department"}, "verify": {body: `{"input":"x"}`}, "logPageView": {body: `{}`}, "trackLink": {body: `{"to":"https://example.org"}`},
}

// objects names one object of each kind.
type objects map[string]string

// nothing names objects that do not exist.
var nothing = objects{"collection": uuid.NewString(), "publication": uuid.NewString(), "action": uuid.NewString(), "export": uuid.NewString(), "import": uuid.NewString(), "uuid": uuid.NewString(), "version": uuid.NewString(), "preset": "none"}

// call makes the call on one of these objects.
func (o operation) call(by apptest.Client, op apptest.Operation, on objects, headers ...string) apptest.Reply {
	path, body := o.request(op, on)
	return by.Call(op.Method, path, body, headers...)
}

// request is what is sent to make the call on one of these objects.
func (o operation) request(op apptest.Operation, on objects) (path string, body any) {
	id, ok := on[o.kind]
	if !ok {
		id = "999999999"
	}
	path = op.Path
	if strings.Contains(path, "{evidence_item_id}") || strings.Contains(path, "{reference_id}") || strings.Contains(path, "{mail_id}") { // {id} is its credential
		path = strings.NewReplacer("{id}", cmp.Or(on["credential"], id), "{ref}", cmp.Or(on["credential"], id)).Replace(path)
	}
	path = strings.NewReplacer("{id}", id, "{ref}", id, "{uuid}", id, "{key_id}", "999999999", "{department_id}", cmp.Or(on["other department"], "999999999"), "{person_id}", "999999999", "{preset}", id, "{delivery_id}", cmp.Or(on["delivery"], id), "{number}", "1", "{name}", "z6Mk", "{evidence_item_id}", id, "{reference_id}", id, "{mail_id}", id, "{kind}", "certificate", "{slug}", "none", "{token}", "none", "{vanity}", "none").Replace(path)
	if o.body != "" {
		body = strings.ReplaceAll(o.body, "{id}", id)
	}
	return path + strings.ReplaceAll(o.query, "{id}", id), body
}

// withEverything starts a Laurel with every part that an operator can turn on.
func withEverything(t *testing.T) *apptest.World {
	t.Helper()
	settings := apptest.Settings(t)
	settings["LAUREL_BILLING"] = "true"
	return apptest.NewWith(t, settings)
}

// possessions makes one object of each kind for an issuer.
func possessions(owner apptest.Issuer) objects {
	if owner.World.App.Config.Billing {
		subscribe(owner, 1000)
	}
	group := owner.Group("Weaving")
	credential := owner.Draft(group, "ada")
	id := fmt.Sprint(credential.Int("credential.id"))
	return objects{
		"evidence":           fmt.Sprint(owner.Post("/v1/credentials/"+id+"/evidence_items", `{"evidence_item":{"description":"Exam","category":"grade","string_object":90}}`).OK().Int("evidence_item.id")),
		"reference":          fmt.Sprint(owner.Post("/v1/credentials/"+id+"/references", `{"reference":{"description":"Good","referee":{"name":"Grace"}}}`).OK().Int("reference.id")),
		"mail":               failedMail(owner.World, owner.Department, id),
		"approval":           waiting(owner),
		"failed email":       failedMail(owner.World, owner.Department, id),
		"deactivated member": deactivated(owner),
		"organization":       fmt.Sprint(owner.Get("/v1/organizations").OK().Int("organizations.0.id")),
		"member":             fmt.Sprint(owner.UserID), "department": fmt.Sprint(owner.Department), "group": fmt.Sprint(group), "credential": id, "uuid": credential.Text("credential.uuid"),
		"design":       fmt.Sprint(owner.Design("Plain")),
		"attribute":    fmt.Sprint(owner.Post("/v1/attribute_keys", apptest.J{"attribute_key": apptest.J{"name": "Score"}}).OK().Int("attribute_key.id")),
		"key":          fmt.Sprint(owner.Post("/v1/issuer/api_keys", apptest.J{"api_key": apptest.J{"name": "Mine"}}).OK().Int("api_key.id")),
		"session":      fmt.Sprint(owner.Get("/v1/issuer_login/sessions").OK().Int("sessions.0.id")),
		"publication":  owner.Post("/v1/credentials/publish", `{"credential_ids":[`+id+`]}`).OK().Text("publication.uuid"),
		"action":       owner.Post("/v1/actions", `{"kind":"privacy","privacy":"private","credential_ids":[`+id+`]}`).OK().Text("action.uuid"),
		"export":       owner.Post("/v1/exports", `{"kind":"certificate","credential_ids":[`+id+`]}`).OK().Text("export.uuid"),
		"data export":  fmt.Sprint(owner.Post("/v1/data_exports", `{"data_export":{"entity":"groups"}}`).Want(201).Int("data_export.id")),
		"claim link":   fmt.Sprint(owner.Post("/v1/claim_links", fmt.Sprintf(`{"claim_link":{"group_id":%d,"name":"Open day"}}`, group)).OK().Int("claim_link.id")),
		"collection":   owner.Post("/v1/collections", fmt.Sprintf(`{"collection":{"name":"Crafts","groups":[{"id":%d}]}}`, group)).OK().Text("collection.id"),
		"preset":       "templates",
		"saved filter": fmt.Sprint(owner.Post("/v1/saved_filters", `{"saved_filter":{"name":"Drafts","query":"state=draft"}}`).OK().Int("saved_filter.id")),
		"name change":  fmt.Sprint(owner.NameChange(group)),
		"spreadsheet":  owner.Upload("s3_policy", "people.csv", []byte("name,email\nAda,ada@x.example\n")),
		"import": owner.Post("/v1/imports", apptest.J{"file_key": owner.Upload("s3_policy", "people.csv", []byte("name,email\nAda,ada@x.example\n"))}).
			OK().Text("import.uuid"),
		"font": fmt.Sprint(owner.World.Number(`insert into fonts (department_id, name, style, created_at, updated_at)
			values ($1, 'Ours', 'sans', now(), now()) returning id`, owner.Department)),
		"role":             owner.Post("/v1/roles", `{"role":{"name":"Clerk","permissions":["manage_credentials"]}}`).OK().Text("role.id"),
		"permission group": fmt.Sprint(owner.Post("/v1/permission_groups", `{"permission_group":{"name":"Weavers","level":"issuer"}}`).OK().Int("permission_group.id")),
		"font file":        owner.FontUpload("ours.ttf", []byte("no font")),
		"sso connection":   fmt.Sprint(owner.Post("/v1/sso_connections", `{"sso_connection":{"name":"Login","issuer_url":"https://login.example","client_id":"a","client_secret":"b"}}`).OK().Int("sso_connection.id")),
		"sso domain":       fmt.Sprint(owner.Post("/v1/sso_domains", `{"sso_domain":{"domain":"people.example"}}`).OK().Int("sso_domain.id")),
		"suppression":      fmt.Sprint(owner.Post("/v1/suppressions", apptest.J{"suppression": apptest.J{"email": "gone@example.org"}}).OK().Int("suppression.id")),
		"scheduled group":  scheduledGroup(owner, group),
		"scheduled report": scheduledReport(owner),
		"sender address":   fmt.Sprint(owner.Post("/v1/sender_addresses", apptest.J{"sender_address": apptest.J{"email": owner.Email}}).OK().Int("sender_address.id")),
		"email template":   fmt.Sprint(owner.Post("/v1/email_templates", `{"email_template":{"type":"revoked","name":"Ours"}}`).OK().Int("email_template.id")),
		"origin":           fmt.Sprint(owner.Post("/v1/embed/origins", apptest.J{"origin": "https://host.example"}).OK().Int("origin.id")),
	}
}

// waiting asks for the approval of a design.
func waiting(owner apptest.Issuer) string {
	policy := func(actions ...string) {
		owner.Put("/v1/approval_policy", apptest.J{"approval_policy": apptest.J{"actions": append([]string{}, actions...)}}).OK()
	}
	policy("design")
	defer policy()
	return owner.Post("/v1/approvals", apptest.J{"approval": apptest.J{"action": "design", "design_id": owner.Design("Unseen")}}).OK().Text("approval.uuid")
}

func deactivated(owner apptest.Issuer) string {
	id := fmt.Sprint(owner.Viewer(fmt.Sprint("former", owner.Department)).UserID)
	owner.Post("/v1/team_members/"+id+"/deactivate", nil).OK()
	return id
}

// failedMail is one about a credential that the mail server did not take.
func failedMail(w *apptest.World, department int64, credential string) string {
	return fmt.Sprint(w.Number(`insert into mails (department_id, credential_id, kind, dedupe_key, message_id, recipient, subject, html, body_text, state, created_at)
		values ($1, $2::text::bigint, 'delivery', gen_random_uuid(), gen_random_uuid(), 'ada@recipients.example', 'Weaving', '', '', 'failed', now()) returning id`,
		department, credential))
}

func TestEveryCallHasARow(t *testing.T) {
	t.Parallel()
	documented, known := map[string]bool{}, map[string]bool{}
	for id := range apptest.Operations(t) {
		documented[id] = true
	}
	for id := range operations {
		known[id] = true
	}
	for _, id := range missing(documented, known) {
		t.Errorf("%s is in the contract but has no row here", id)
	}
	for _, id := range missing(known, documented) {
		t.Errorf("%s has a row here but is not in the contract", id)
	}
}

func TestWithoutSignInEveryCallThatNeedsItIsRefused(t *testing.T) {
	t.Parallel()
	w := withEverything(t)
	owner := w.Issuer("owner")
	mine := possessions(owner)
	for id, op := range apptest.Operations(t) {
		refusal := "not_signed_in"
		if operations[id].who == owners {
			refusal = "recipient.not_signed_in"
			operations[id].call(owner.Client, op, mine).Refused(401, refusal)
		}
		if o := operations[id]; o.who != anyone {
			for _, authorization := range []string{"", "nonsense", "Bearer x", "Basic dTpw"} {
				o.call(w.With(authorization), op, mine).Refused(401, refusal)
			}
			if o.who != owners { // recipients have a header of their own
				refusal = "api_key.wrong"
			}
			if o.who == owners { // before anything of the request is examined
				path := regexp.MustCompile(`\{\w+\}`).ReplaceAllString(op.Path, "nonsense")
				w.With("").Call(op.Method, path, "[").Refused(401, refusal)
			}
			wrong := o.call(w.With("Token token=laurel_live_000000000000000000000000000000000000"), op, mine).Want(401)
			if code := wrong.Text("code"); code != refusal {
				t.Errorf("%s: a wrong key is refused as %s, want %s", id, code, refusal)
			}
		}
	}
}

func TestWhoMayOnlyLookChangesNothing(t *testing.T) {
	t.Parallel()
	w := withEverything(t)
	owner := w.Issuer("owner")
	mine := possessions(owner)
	viewer, reader := owner.Viewer("viewer").Client, owner.Key("read")
	before := contents(w)
	for id, op := range apptest.Operations(t) {
		switch o := operations[id]; o.who {
		case editors, programs:
			o.call(reader, op, mine).Refused(403, "api_key.scope_missing")
			if o.who == editors {
				o.call(viewer, op, mine).Denied()
			}
		case administrators:
			o.call(reader, op, mine).Want(403)
			o.call(viewer, op, mine).Denied()
		case insiders:
			if r := o.call(reader, op, mine); r.Status == 403 {
				t.Errorf("%s refuses a key that may read: %s", id, r.Body)
			}
			o.call(viewer, op, mine).Denied()
		case onlookers:
			for _, by := range []apptest.Client{viewer, reader} {
				o.call(by, op, mine).OK()
			}
		}
	}
	if after := contents(w); after != before {
		t.Errorf("the database held %s; now it holds %s", before, after)
	}
}

func TestObjectsOfOthersAreLikeNoneAtAll(t *testing.T) {
	t.Parallel()
	w := withEverything(t)
	owner, stranger := w.Issuer("owner"), w.Issuer("stranger")
	theirs := possessions(stranger)
	before := contents(w)
	for id, op := range apptest.Operations(t) {
		o := operations[id]
		if o.who == anyone || o.who == owners || o.kind == "" || o.kind == "preset" {
			continue
		}
		foreign, none := o.call(owner.Client, op, theirs), o.call(owner.Client, op, nothing)
		if foreign.Status != none.Status || string(foreign.Body) != string(none.Body) {
			t.Errorf("%s: theirs answers %d %s, none %d %s", id, foreign.Status, foreign.Body, none.Status, none.Body)
		}
		if foreign.Status != 404 && foreign.Status != 422 {
			t.Errorf("%s: theirs answers %d %s", id, foreign.Status, foreign.Body)
		}
	}
	if after := contents(w); after != before {
		t.Errorf("the database held %s; now it holds %s", before, after)
	}
}

func TestAnotherDepartmentsHeaderOpensNothing(t *testing.T) {
	t.Parallel()
	w := withEverything(t)
	owner, stranger := w.Issuer("owner"), w.Issuer("stranger")
	theirs := possessions(stranger)
	for _, by := range []apptest.Client{owner.Client, owner.Key("write")} {
		by.Department = stranger.Department
		nowhere := by
		nowhere.Department = 999999999
		for id, op := range apptest.Operations(t) {
			if o := operations[id]; o.who == onlookers || o.who == askers || o.who == editors {
				foreign, none := o.call(by, op, theirs), o.call(nowhere, op, theirs)
				if foreign.Status < 400 || foreign.Status != none.Status || string(foreign.Body) != string(none.Body) {
					t.Errorf("%s: their department answers %d %s, none %d %s", id, foreign.Status, foreign.Body, none.Status, none.Body)
				}
			}
		}
	}
}

// contents reports how much the tables that people fill hold, and when they were changed last.
func contents(w *apptest.World) string {
	var out []string
	for _, table := range []string{"departments", "designs", "groups", "credentials"} {
		out = append(out, fmt.Sprint(table, " ", w.Number("select count(*) from "+table), " ",
			w.Number("select extract(epoch from coalesce(max(updated_at), now())) * 1000 from "+table)))
	}
	for _, table := range []string{"design_versions", "attribute_keys", "api_keys", "publications", "operations", "exports", "data_exports", "claim_links", "collections", "collection_groups", "imports", "import_rows", "mails", "memberships", "uploads", "embed_grants", "embed_origins", "embed_settings", "fonts", "font_files", "evidence_items", "credential_references"} {
		out = append(out, fmt.Sprint(table, " ", w.Number("select count(*) from "+table)))
	}
	return strings.Join(out, ", ")
}

// scheduledReport has a report emailed to the owner.
func scheduledReport(owner apptest.Issuer) string {
	me := owner.World.Number("select member_id from memberships where department_id = $1 and user_id = $2", owner.Department, owner.UserID)
	return fmt.Sprint(owner.Post("/v1/analytics/reports", apptest.J{"report": apptest.J{"name": "Weekly", "recipient_ids": []int64{me}}}).OK().Int("report.id"))
}

// scheduledGroup gives a group a schedule of its own.
func scheduledGroup(owner apptest.Issuer, group int64) string {
	owner.Put(fmt.Sprintf("/v1/email_schedules/groups/%d", group), `{"email_schedule":{}}`).OK()
	return fmt.Sprint(group)
}
