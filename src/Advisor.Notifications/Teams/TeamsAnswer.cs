using System.Text.RegularExpressions;
using Advisor.Core.Text;
using Advisor.Notifications.Delivery;
using Advisor.Notifications.Messages;
using Advisor.Runtime.Alerts;

namespace Advisor.Notifications.Teams;

/// <summary>Reads a 2xx of Teams: a workflow answers with nothing, older webhooks with "1"; both have been seen to put an error of Teams into a success.</summary>
internal static partial class TeamsAnswer
{
    public static DeliveryReport Read(string body)
    {
        var text = body.Trim();
        if (text is "" or "1" || !Failure().IsMatch(text))
        {
            return DeliveryReport.Delivered;
        }

        var problem = $"Teams answered a success that says \"{UntrustedText.Excerpt(text, 200)}\"";
        return Status().Match(text) is { Success: true } status && status.Groups["status"].Value is not ("429" or "408") && status.Groups["status"].Value[0] == '4'
            ? DeliveryReport.Refused(problem + ".")
            : DeliveryReport.Later(problem + ".");
    }

    [GeneratedRegex("fail|error", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant | RegexOptions.NonBacktracking)]
    private static partial Regex Failure();

    [GeneratedRegex("HTTP error (?<status>[0-9]{3})", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex Status();
}
