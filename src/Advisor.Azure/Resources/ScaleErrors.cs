using Advisor.Azure.Resilience;
using Advisor.Core.Fleet;
using Advisor.Service.Fleet;
using Azure;

namespace Advisor.Azure.Resources;

/// <summary>
/// Classifies refused changes: by Azure's error code before its status, since a lock is a 409 that does not pass with time.
/// </summary>
internal static class ScaleErrors
{
    public static ScaleOutcome Describe(string id, Exception exception, DateTimeOffset now)
    {
        if (exception is RequestFailedException { Status: > 0 } failed)
        {
            return Classify(id, failed, ErrorBody.FromException(failed), RetryAfterReader.Read(failed.GetRawResponse(), now));
        }

        var failure = AzureFailures.Describe(id, exception, "the role for changes");
        return failure.Code == FailureCode.Credential
            ? Refuse(FailureCode.Credential, failure.Text)
            : RetryLater(failure.Code, failure.Text, (exception as RateLimitedException)?.Remaining);
    }

    private static ScaleOutcome Classify(string id, RequestFailedException failed, ErrorBody error, TimeSpan? wait)
    {
        if (error.AllCodes.Any(c => HasCode(c, "ScopeLocked")))
        {
            return Refuse(
                FailureCode.Locked,
                $"{id} is locked against changes: remove the resource lock, or leave Advisor in recommend mode (advisor-mode: recommend)."
            );
        }

        if (error.AllCodes.Any(c => c.StartsWith("RequestDisallowedByPolicy", StringComparison.OrdinalIgnoreCase)))
        {
            return Refuse(FailureCode.Policy, $"An Azure policy forbids the change of {id}: {error.Message}");
        }

        if (ProviderRegistration.FindMissing(failed) is { } provider)
        {
            return Refuse(
                FailureCode.NotRegistered,
                $"Azure's autoscale settings cannot be read for {id}, so Advisor does not change it: "
                    + $"run '{ProviderRegistration.CreateCommand(provider, ResourceIds.GetSubscription(id))}'."
            );
        }

        if (IsQuota(error))
        {
            return Refuse(
                FailureCode.Quota,
                "The quota of the subscription in this region does not allow it: ask Azure for more units, or free some. "
                    + $"Azure says: {error.Message}"
            );
        }

        return failed.Status switch
        {
            409 or 412 => RetryLater(
                FailureCode.Conflict,
                $"Another change of {id} is in progress ({failed.Status}{error.CodeSuffix}): Advisor will retry.",
                wait
            ),
            429 or AzureCalls.Overloaded => RetryLater(
                FailureCode.Throttled,
                $"Azure is throttling ({failed.Status}{error.CodeSuffix}): Advisor will retry.",
                wait
            ),
            408 or >= 500 => RetryLater(
                FailureCode.ServiceFault,
                $"Azure reported an internal error ({failed.Status}{error.CodeSuffix}): Advisor will retry.",
                wait
            ),
            401 => Refuse(
                FailureCode.Credential,
                $"Azure did not accept the sign-in (401{error.CodeSuffix}): sign in again, or check tenant and cloud."
            ),
            403 => Refuse(
                FailureCode.Forbidden,
                $"No permission to change {id} (403{error.CodeSuffix}): grant a role with {DescribeMissingPermission(id)}."
            ),
            404 => Refuse(FailureCode.NotFound, $"{id} was not found (404{error.CodeSuffix}): it was deleted or moved."),
            _ => Refuse(FailureCode.Invalid, $"Azure refused the change of {id} ({failed.Status}{error.CodeSuffix}): {error.Message}"),
        };
    }

    public static ScaleOutcome Refuse(FailureCode code, string text) => new(ScaleResult.Refused, null, code, text);

    public static ScaleOutcome RetryLater(FailureCode code, string text, TimeSpan? wait = null) =>
        new(ScaleResult.RetryLater, null, code, text, wait);

    // Azure does not publish the error code of the regional unit quota; its message mentions a quota.
    private static bool IsQuota(ErrorBody error) =>
        error.AllCodes.Any(c => c.Contains("quota", StringComparison.OrdinalIgnoreCase))
        || error.FullMessage.Contains("quota", StringComparison.OrdinalIgnoreCase);

    private static string DescribeMissingPermission(string id) =>
        (id.Contains("/WebPubSub/", StringComparison.OrdinalIgnoreCase) ? ServiceTypes.WebPubSub : ServiceTypes.SignalR)
        + (ResourceIds.FindOwner(id) is null ? "" : ServiceTypes.Replicas)
        + "/write";

    private static bool HasCode(string code, string expected) => string.Equals(code, expected, StringComparison.OrdinalIgnoreCase);
}
