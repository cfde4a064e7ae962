using System.Text.RegularExpressions;
using Azure;

namespace Advisor.Azure;

/// <summary>
/// Recognizes refusals because a subscription is not registered for a resource provider. Azure words them in several ways: 409
/// MissingSubscriptionRegistration "... is not registered to use namespace 'Microsoft.Insights'", 409 "Please register the subscription
/// 'ID' with Microsoft.Insights", 403 "Register the 'Microsoft.Monitor' resource provider on the resource's subscription".
/// </summary>
public static partial class ProviderRegistration
{
    /// <summary>Provider of metrics and autoscale settings, needed in each watched subscription.</summary>
    public const string Insights = "Microsoft.Insights";

    /// <summary>Provider that Flex Consumption needs where the app is deployed.</summary>
    public const string App = "Microsoft.App";

    /// <summary>Returns the command that registers a provider; a person with the right to register runs it once.</summary>
    public static string CreateCommand(string provider, string subscription) =>
        $"az provider register --namespace {provider} --subscription {subscription}";

    /// <summary>Returns the provider that a refusal says is not registered; null if it has another cause.</summary>
    internal static string? FindMissing(RequestFailedException failed)
    {
        if (failed.Status is not (403 or 409))
        {
            return null;
        }

        var error = ErrorBody.FromException(failed);
        var isNamed = error.AllCodes.Any(code => code.Contains("SubscriptionRegistration", StringComparison.OrdinalIgnoreCase));
        return !isNamed && !RefusalPattern().IsMatch(error.FullMessage) ? null
            : ProviderPattern().Match(error.FullMessage) is { Success: true } match ? "Microsoft." + match.Groups["name"].Value
            : isNamed ? Insights
            : null;
    }

    /// <summary>Returns the sentence for a refusal, with the command.</summary>
    internal static string Describe(string id, string provider, string subscription, RequestFailedException failed) =>
        $"{id} cannot be read: the subscription is not registered for {provider} ({failed.Status}"
        + $"{ErrorBody.FromException(failed).CodeSuffix}): run '{CreateCommand(provider, subscription)}', which takes a few minutes.";

    [GeneratedRegex(
        "not registered to use|register the subscription|register the '[^']{1,80}' resource provider",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 1000
    )]
    private static partial Regex RefusalPattern();

    [GeneratedRegex(
        @"microsoft\.(?<name>[A-Za-z]{1,60})",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 1000
    )]
    private static partial Regex ProviderPattern();
}
