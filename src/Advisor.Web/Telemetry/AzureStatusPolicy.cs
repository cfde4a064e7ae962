using System.Globalization;
using Azure.Core;
using Azure.Core.Pipeline;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Telemetry;

/// <summary>Reads the status that Application Insights answers with; its exporter reports none.</summary>
internal sealed class AzureStatusPolicy(ExportStatus status) : HttpPipelineSynchronousPolicy
{
    public override void OnReceivedResponse(HttpMessage message)
    {
        if (!message.HasResponse)
        {
            return;
        }

        if (message.Response.Status < StatusCodes.Status400BadRequest)
        {
            status.Succeed("");
        }
        else
        {
            status.Refuse("", "HTTP " + message.Response.Status.ToString(CultureInfo.InvariantCulture));
        }
    }
}
