using Advisor.Lab.LocalAzure.Wire;

namespace Advisor.Lab.LocalAzure.Faults;

/// <summary>Azure's error responses, with its codes.</summary>
internal static class FaultErrors
{
    public static ArmError Expired { get; } =
        new(401, "ExpiredAuthenticationToken", "The access token expiry UTC time is earlier than the current UTC time.");

    /// <summary>Returns the error response of a fault.</summary>
    public static ArmError FromFault(LocalAzureFaults.TriggeredFault triggeredFault, CallKind call, string path) =>
        triggeredFault.Fault.Kind switch
        {
            FaultKind.ServerError => new(500, "InternalServerError", "The server encountered an internal error. Please retry the request."),
            FaultKind.Unavailable => new(503, "ServiceUnavailable", "The service is temporarily unavailable. Please retry the request."),
            FaultKind.Throttle => CreateThrottled(call, triggeredFault.RetryAfterSeconds),
            FaultKind.Overloaded => new(529, "TooManyRequests", "The request is throttled. Please retry with an exponential back-off."),
            FaultKind.Unauthorized => new(401, "Unauthorized", "The client does not have access to the metrics of the subscription."),
            FaultKind.ExpiredToken => Expired,
            FaultKind.NotFound => new(404, "ResourceNotFound", $"The Resource '{path}' was not found."),
            FaultKind.Conflict => CreateBusy(path),
            FaultKind.ScopeLocked => CreateLocked(path),
            FaultKind.Policy => CreateDisallowed(path[(path.LastIndexOf('/') + 1)..]),
            FaultKind.Quota => CreateQuotaExceeded("the region", LocalAzureOptions.DefaultQuota),
            _ => CreateForbidden(call, path),
        };

    /// <summary>Returns the error for a change while another is running.</summary>
    public static ArmError CreateBusy(string id) =>
        new(409, "Conflict", $"Cannot modify resource '{id}': another operation is in progress. Please retry after it has completed.");

    /// <summary>Returns the error for a scale-out beyond the units that a subscription may have in a region.</summary>
    public static ArmError CreateQuotaExceeded(string region, int limit) =>
        new(
            400,
            "QuotaExceeded",
            $"The total units of the subscription in {region} would exceed the quota of {limit} units. Please request a quota increase."
        );

    private static ArmError CreateThrottled(CallKind call, int seconds) =>
        new(
            429,
            "TooManyRequests",
            $"The request is being throttled as the limit has been reached for operation type '{call}'. "
                + $"Please try again after '{seconds}' seconds."
        );

    private static ArmError CreateLocked(string scope) =>
        new(
            409,
            "ScopeLocked",
            $"The scope '{scope}' cannot perform write operation because following scope(s) are locked: '{scope}'. "
                + "Please remove the lock and try again."
        );

    private static ArmError CreateDisallowed(string name) =>
        new(
            403,
            "RequestDisallowedByPolicy",
            $"Resource '{name}' was disallowed by policy. Policy identifiers: '[{{\"policyAssignment\":{{\"name\":\"local-sizes\"}}}}]'."
        );

    private static ArmError CreateForbidden(CallKind call, string scope) =>
        new(
            403,
            "AuthorizationFailed",
            "The client 'local' with object id '00000000-0000-0000-0000-00000000a001' does not have authorization to perform "
                + $"action '{GetRequiredAction(call)}' "
                + $"over scope '{scope}' or the scope is invalid. If access was recently granted, please refresh your credentials."
        );

    private static string GetRequiredAction(CallKind call) =>
        call switch
        {
            CallKind.MetricBatch or CallKind.MetricSingle => "Microsoft.Insights/metrics/read",
            CallKind.MetricDefinitions => "Microsoft.Insights/metricDefinitions/read",
            CallKind.ActivityLog => "Microsoft.Insights/eventtypes/values/read",
            CallKind.Autoscale => "Microsoft.Insights/autoscaleSettings/read",
            CallKind.Patch => "Microsoft.SignalRService/SignalR/write",
            CallKind.Subscriptions => "Microsoft.Resources/subscriptions/read",
            _ => "Microsoft.SignalRService/SignalR/read",
        };
}
