using System.Diagnostics;
using OpenTelemetry;

namespace Advisor.Web.Telemetry;

/// <summary>Cuts the URL of an outgoing request to scheme, host and port, since the path of a webhook is a secret.</summary>
internal sealed class UrlRedactor : BaseProcessor<Activity>
{
    private const string AddressTag = "url.full";

    public override void OnEnd(Activity data)
    {
        if (data.GetTagItem(AddressTag) is { } address)
        {
            data.SetTag(
                AddressTag,
                Uri.TryCreate(address.ToString(), UriKind.Absolute, out var url) ? url.GetLeftPart(UriPartial.Authority) + "/" : null
            );
        }
    }
}
