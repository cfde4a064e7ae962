using System.Text.Json.Serialization;
using Advisor.Core.Alerting;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Service.Changes;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store.Rows;
using Advisor.Web.Resource;
using Advisor.Web.Service;
using Advisor.Web.Timeline;

namespace Advisor.Web.Fleet;

/// <summary>JSON format of the dashboard's API: camel case, enumerations included, absent values left out.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    Converters = [
        typeof(CamelCase<ScalingAction>),
        typeof(CamelCase<AdvisorMode>),
        typeof(CamelCase<PausedScaling>),
        typeof(CamelCase<CostGap>),
        typeof(CamelCase<ChangeState>),
        typeof(CamelCase<AlertEventKind>),
        typeof(CamelCase<AlertSeverity>),
        typeof(CamelCase<AlertSubjectKind>),
        typeof(CamelCase<OutboxKind>),
        typeof(CamelCase<ResourceHealth>),
        typeof(CamelCase<TimelineKind>),
        typeof(AlertConverter),
    ],
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(FleetOverview))]
[JsonSerializable(typeof(SeriesAnswer))]
[JsonSerializable(typeof(TimelinePage))]
[JsonSerializable(typeof(ServiceStatus))]
[JsonSerializable(typeof(DeadLetterEntry))]
internal sealed partial class OverviewJson : JsonSerializerContext;
