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

/// <summary>Values of <see cref="FleetFailure.Code"/>; tests, exit codes and alerts rely on them.</summary>
public static class FailureCodes
{
    /// <summary>A permission is missing (403).</summary>
    public const string Forbidden = "Forbidden";

    /// <summary>The subscription, group or resource does not exist (404).</summary>
    public const string NotFound = "NotFound";

    /// <summary>Azure requested a longer wait than the maximum, or repeatedly throttled (429).</summary>
    public const string Throttled = "Throttled";

    /// <summary>No response in time.</summary>
    public const string Timeout = "Timeout";

    /// <summary>No connection, or the circuit of the endpoint is open after repeated failures.</summary>
    public const string Unreachable = "Unreachable";

    /// <summary>A response that cannot be parsed, or violates the contract.</summary>
    public const string InvalidResponse = "InvalidResponse";

    /// <summary>No sign-in, or one that Azure no longer accepts (401).</summary>
    public const string Credential = "Credential";

    /// <summary>Server error of Azure (5xx).</summary>
    public const string ServiceFault = "ServiceFault";

    /// <summary>Azure rejects the request as invalid (400) or unsupported (501), or the id is not a resource id.</summary>
    public const string Invalid = "Invalid";

    /// <summary>The settings of a resource, in the file or its tags, could not be read.</summary>
    public const string Settings = "Settings";
}

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

    private static (string Code, string Text) Classify(string id, Exception exception, string right) =>
        exception switch
        {
            AuthenticationFailedException failed => (FailureCodes.Credential, SignIn.DescribeFailure(failed)!),
            RateLimitedException limited => (
                FailureCodes.Throttled,
                $"Azure is throttling: {id} is read again in {FormatSeconds(limited.Remaining)}."
            ),
            BrokenCircuitException open => (
                FailureCodes.Unreachable,
                $"The endpoint for {id} failed repeatedly. Circuit open: calls are suspended for "
                    + $"{FormatSeconds(open.RetryAfter)}; try again later."
            ),
            TimeoutRejectedException or OperationCanceledException => (
                FailureCodes.Timeout,
                $"Azure did not answer in time for {id}: try again, and check the network or proxy if it persists."
            ),
            RequestFailedException failed => Classify(id, failed, right),
            InvalidResponseException bad => (FailureCodes.InvalidResponse, UntrustedText.Redact(bad.Message)),
            IOException => (
                FailureCodes.Unreachable,
                $"The connection was lost while reading {id}: try again, and check the network or proxy if it persists."
            ),
            _ => (
                FailureCodes.InvalidResponse,
                $"The response for {id} is not valid JSON or is truncated: try again; if it persists, something between here and Azure "
                    + "changes the responses (a proxy?)."
            ),
        };

    private static (string Code, string Text) Classify(string id, RequestFailedException failed, string right)
    {
        var error = ErrorBody.FromException(failed);
        return failed.Status switch
        {
            0 => (
                FailureCodes.Unreachable,
                $"Azure could not be reached for {id} ({UntrustedText.Redact(failed.GetBaseException().Message)}): "
                    + "check the endpoint, network and proxy."
            ),
            401 => (
                FailureCodes.Credential,
                $"Azure did not accept the sign-in (401{error.CodeSuffix}): it has expired or is for another tenant or cloud; "
                    + "sign in again (az login) or check --cloud."
            ),
            403 => (
                FailureCodes.Forbidden,
                $"No permission to read {id} (403{error.CodeSuffix}): grant {right}; a new grant takes a few minutes to take effect."
            ),
            404 when error.Code.StartsWith("Subscription", StringComparison.OrdinalIgnoreCase) => (
                FailureCodes.NotFound,
                $"The subscription of {id} was not found with this sign-in (404{error.CodeSuffix}): "
                    + "check its id and the tenant (az account list)."
            ),
            404 => (FailureCodes.NotFound, $"{id} was not found (404{error.CodeSuffix}): it was deleted or moved, or the id is wrong."),
            408 => (FailureCodes.Timeout, $"Azure took too long for {id} (408): try again later."),
            429 => (
                FailureCodes.Throttled,
                $"Azure is throttling calls for {id} (429{error.CodeSuffix}): try again {DescribeWait(failed)}, or run less often."
            ),
            >= 500 and not 501 => (
                FailureCodes.ServiceFault,
                $"Azure reported an internal error for {id} ({failed.Status}{error.CodeSuffix}): try again later, and check "
                    + $"Azure's status page if it persists."
            ),
            _ => (FailureCodes.Invalid, $"Azure refused the request for {id} ({failed.Status}{error.CodeSuffix}): {error.Message}"),
        };
    }

    // A date is compared with the date of the same response, not with this machine's clock; without one it counts as the maximum wait.
    private static string DescribeWait(RequestFailedException failed) =>
        failed.GetRawResponse() is { } response
        && RetryAfterReader.Read(response, response.Headers.Date ?? DateTimeOffset.MinValue) is { } wait
        && wait > TimeSpan.Zero
            ? $"in {FormatSeconds(wait)}"
            : "later";

    private static string FormatSeconds(TimeSpan? span) => span is { } value ? $"{Math.Ceiling(value.TotalSeconds):0} s" : "a while";
}
