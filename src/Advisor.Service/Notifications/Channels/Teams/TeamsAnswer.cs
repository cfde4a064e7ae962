using System.Text.RegularExpressions;
using Advisor.Core.Text;
using Advisor.Service.Notifications.Delivery;

namespace Advisor.Service.Notifications.Channels.Teams;

/// <summary>
/// Reads a 2xx response of Teams: a workflow responds without content, older webhooks with "1"; both have been seen to report an error of
/// Teams with a success status.
/// </summary>
internal static partial class TeamsAnswer
{
    public static DeliveryResult Read(string body)
    {
        var text = body.Trim();
        if (text is "" or "1" || !FailurePattern().IsMatch(text))
        {
            return DeliveryResult.Delivered;
        }

        var problem = $"Teams reported success with the text \"{UntrustedText.Shorten(text, 200)}\"";
        return
            StatusPattern().Match(text) is { Success: true } status
            && status.Groups["status"].Value is not ("429" or "408")
            && status.Groups["status"].Value[0] == '4'
            ? DeliveryResult.Refused(problem + ".")
            : DeliveryResult.RetryLater(problem + ".");
    }

    [GeneratedRegex("fail|error", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex FailurePattern();

    [GeneratedRegex(
        "HTTP error (?<status>[0-9]{3})",
        RegexOptions.IgnoreCase | RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture,
        1000
    )]
    private static partial Regex StatusPattern();
}
