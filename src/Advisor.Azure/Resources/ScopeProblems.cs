using Advisor.Core.Fleet;
using Advisor.Core.Text;

namespace Advisor.Azure.Resources;

/// <summary>Validates a scope before any call: each problem is a failure including what to do.</summary>
internal static class ScopeProblems
{
    public static IEnumerable<FleetFailure> Find(FleetScope scope) =>
        [
            .. scope.HasPlace
                ? []
                : (FleetFailure[])[Fail("scope", "No scope: specify a subscription (--subscription), a management group or resource ids.")],
            .. FindInvalid(scope.Subscriptions, IsSubscriptionId, "is not a subscription id: use the GUID that 'az account list' shows."),
            .. FindInvalid(
                scope.ManagementGroups,
                IsManagementGroupName,
                "is not the name of a management group: use the name that 'az account management-group list' shows."
            ),
            .. FindInvalid(scope.ResourceGroups, IsSegment, "is not a resource group name: use the name alone."),
            .. FindInvalid(
                scope.ResourceIds,
                id => ServiceTypes.TryParseId(id) is not null,
                "is not the id of a SignalR or Web PubSub resource: "
                    + "it looks like /subscriptions/GUID/resourceGroups/GROUP/providers/Microsoft.SignalRService/SignalR/NAME."
            ),
        ];

    private static IEnumerable<FleetFailure> FindInvalid(IEnumerable<string> texts, Predicate<string> isValid, string problem) =>
        texts.Where(text => !isValid(text)).Select(UntrustedText.Redact).Select(shown => Fail(shown, $"'{shown}' {problem}"));

    private static FleetFailure Fail(string id, string text) => new(id, FailureCode.Invalid, text);

    public static bool IsSubscriptionId(string text) => Guid.TryParseExact(text, "D", out _);

    /// <summary>Whether a text has the form of a management group's name: Azure permits ASCII letters, digits and <c>-_().</c>.</summary>
    public static bool IsManagementGroupName(string text) =>
        text.Length is > 0 and <= 90 && text.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.' or '(' or ')');

    /// <summary>
    /// Whether a text can be the name of a resource group or another segment of an id: Azure's naming rule for groups, reduced to what
    /// could change the meaning of a URL.
    /// </summary>
    public static bool IsSegment(string text) =>
        text.Length is > 0 and <= 90 && text[^1] != '.' && text.All(c => char.IsLetterOrDigit(c) || c is '-' or '_' or '.' or '(' or ')');
}
