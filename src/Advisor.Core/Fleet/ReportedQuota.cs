using Advisor.Core.Capacity;

namespace Advisor.Core.Fleet;

/// <summary>Unit quota of a subscription in a region as Azure reports it, for SignalR and Web PubSub together.</summary>
/// <param name="Subscription">In lower case.</param>
/// <param name="Region">In lower case.</param>
/// <param name="Limit">Maximum units, 1 or more; <see cref="QuotaOrigin.Unlimited"/> if Azure states no limit.</param>
/// <param name="UnitsElsewhere">Units in use that no listed resource has, 0 or more: those of other scopes.</param>
/// <param name="ReadAt">Time of the reading.</param>
public sealed record ReportedQuota(string Subscription, string Region, int Limit, int UnitsElsewhere, DateTimeOffset ReadAt);
