using System.Text.Json;
using Advisor.Azure.Identity;
using Advisor.Azure.Resilience;
using Advisor.Core.Fleet;
using Advisor.Core.Text;
using Azure;
using Azure.Identity;
using Polly.CircuitBreaker;
using Polly.Timeout;

namespace Advisor.Azure;

/// <summary>Describes failures of calls in one sentence, including what to do, without secrets or stack traces.</summary>
internal static class AzureFailures
{
    /// <summary>Whether an exception is an expected failure of a call, unlike a bug or a cancellation.</summary>
    public static bool IsExpected(Exception exception, CancellationToken cancellation) =>
        exception switch
        {
            OperationCanceledException => !cancellation.IsCancellationRequested,
            RequestFailedException
            or AuthenticationFailedException
            or BrokenCircuitException
            or TimeoutRejectedException
            or RateLimitedException => true,
            JsonException or FormatException or InvalidResponseException or IOException => true,
            AggregateException many => many.InnerExceptions.All(one => IsExpected(one, cancellation)),
            _ => false,
        };

    /// <summary>Describes an expected failure of a call.</summary>
    /// <param name="id">Resource or scope that could not be read.</param>
    /// <param name="right">Role or action to name for a 403.</param>
    public static FleetFailure Describe(string id, Exception exception, string right)
    {
        var (code, text) = exception switch
        {
            AggregateException many => Classify(id, many.InnerExceptions[0], right),
            _ => Classify(id, exception, right),
        };
        return new FleetFailure(id, code, text);
    }

    /// <summary>Describes a failure that passes, for the person who waits.</summary>
    public static string DescribeShortly(string endpoint, Exception? exception) =>
        exception switch
        {
            RequestFailedException { Status: > 0 } answered => $"{endpoint} answered {answered.Status}",
            RequestFailedException broken => $"Azure could not be reached ({UntrustedText.Redact(broken.GetBaseException().Message)})",
            _ => $"{endpoint} did not answer",
        };

    private static (FailureCode Code, string Text) Classify(string id, Exception exception, string right) =>
        exception switch
        {
            AuthenticationFailedException failed => (FailureCode.Credential, SignIn.DescribeFailure(failed)!),
            RateLimitedException limited => (
                FailureCode.Throttled,
                $"Azure is throttling: {id} is read again in {FormatSeconds(limited.Remaining)}."
            ),
            BrokenCircuitException open => (
                FailureCode.Unreachable,
                $"The endpoint for {id} failed repeatedly. Circuit open: calls are suspended for "
                    + $"{FormatSeconds(open.RetryAfter)}; try again later."
            ),
            TimeoutRejectedException or OperationCanceledException => (
                FailureCode.Timeout,
                $"Azure did not answer in time for {id}: try again, and check the network or proxy if it persists."
            ),
            RequestFailedException failed => Classify(id, failed, right),
            InvalidResponseException bad => (FailureCode.InvalidResponse, UntrustedText.Redact(bad.Message)),
            IOException => (
                FailureCode.Unreachable,
                $"The connection was lost while reading {id}: try again, and check the network or proxy if it persists."
            ),
            _ => (
                FailureCode.InvalidResponse,
                $"The response for {id} is not valid JSON or is truncated: try again; if it persists, something between here and Azure "
                    + "changes the responses (a proxy?)."
            ),
        };

    private static (FailureCode Code, string Text) Classify(string id, RequestFailedException failed, string right)
    {
        if (ProviderRegistration.FindMissing(failed) is { } provider)
        {
            return (FailureCode.NotRegistered, ProviderRegistration.Describe(id, provider, ResourceIds.GetSubscription(id), failed));
        }

        var error = ErrorBody.FromException(failed);
        return failed.Status switch
        {
            0 => (
                FailureCode.Unreachable,
                $"Azure could not be reached for {id} ({UntrustedText.Redact(failed.GetBaseException().Message)}): "
                    + "check the endpoint, network and proxy."
            ),
            401 => (
                FailureCode.Credential,
                $"Azure did not accept the sign-in (401{error.CodeSuffix}): it has expired or is for another tenant or cloud; "
                    + "sign in again (az login) or check --cloud."
            ),
            403 => (
                FailureCode.Forbidden,
                $"No permission to read {id} (403{error.CodeSuffix}): grant {right}; a new grant takes a few minutes to take effect."
            ),
            404 when error.Code.StartsWith("Subscription", StringComparison.OrdinalIgnoreCase) => (
                FailureCode.NotFound,
                $"The subscription of {id} was not found with this sign-in (404{error.CodeSuffix}): "
                    + "check its id and the tenant (az account list)."
            ),
            404 => (FailureCode.NotFound, $"{id} was not found (404{error.CodeSuffix}): it was deleted or moved, or the id is wrong."),
            408 => (FailureCode.Timeout, $"Azure took too long for {id} (408): try again later."),
            429 or AzureCalls.Overloaded => (
                FailureCode.Throttled,
                $"Azure is throttling calls for {id} ({failed.Status}{error.CodeSuffix}): try again {DescribeWait(failed)}, "
                    + "or run less often."
            ),
            >= 500 and not 501 => (
                FailureCode.ServiceFault,
                $"Azure reported an internal error for {id} ({failed.Status}{error.CodeSuffix}): try again later, and check "
                    + $"Azure's status page if it persists."
            ),
            _ => (FailureCode.Invalid, $"Azure refused the request for {id} ({failed.Status}{error.CodeSuffix}): {error.Message}"),
        };
    }

    // A date is compared with the date of the same response, not with this machine's clock; without one it counts as the maximum wait.
    private static string DescribeWait(RequestFailedException failed) =>
        failed.GetRawResponse() is { } response
        && RetryAfterReader.Read(response, ResponseDate.Find(response) ?? DateTimeOffset.MinValue) is { } wait
        && wait > TimeSpan.Zero
            ? $"in {FormatSeconds(wait)}"
            : "later";

    private static string FormatSeconds(TimeSpan? span) => span is { } value ? $"{Math.Ceiling(value.TotalSeconds):0} s" : "a while";
}
