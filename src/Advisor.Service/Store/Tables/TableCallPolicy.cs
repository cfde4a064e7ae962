using System.Runtime.CompilerServices;
using Advisor.Service.Http;
using Advisor.Service.Store.Rows;
using Azure.Core;
using Azure.Core.Pipeline;

namespace Advisor.Service.Store.Tables;

/// <summary>Counts every request to the table service, and limits the size of its response before anything of it is buffered.</summary>
internal sealed class TableCallPolicy(Uri service) : HttpPipelinePolicy
{
    private static readonly AsyncLocal<StrongBox<bool>?> IsAnswered = new();

    /// <summary>Returns a box that turns true once the service answers a request of the caller with success.</summary>
    public static StrongBox<bool> ObserveAnswer() => IsAnswered.Value = new StrongBox<bool>();

    public override async ValueTask ProcessAsync(HttpMessage message, ReadOnlyMemory<HttpPipelinePolicy> pipeline)
    {
        int? status = null;
        try
        {
            await ProcessNextAsync(message, pipeline);
            status = message.Response.Status;
            IsAnswered.Value?.Value = status is >= 200 and < 300;
            if (message.Response.ContentStream is { } content)
            {
                message.Response.ContentStream = new LimitedStream(content, ResponseSizes.MaxPageBytes, CreateException);
            }
        }
        finally
        {
            StorageTelemetry.Calls.Record("table", GetOperation(message.Request), status);
        }
    }

    public override void Process(HttpMessage message, ReadOnlyMemory<HttpPipelinePolicy> pipeline) =>
        throw new NotSupportedException("The table store is asynchronous.");

    private static string GetOperation(Request request)
    {
        var path = request.Uri.ToUri().AbsolutePath;
        return path.EndsWith("/$batch", StringComparison.Ordinal) ? "rows.commit"
            : request.Method == RequestMethod.Post ? "table.create"
            : path.EndsWith("()", StringComparison.Ordinal) ? "rows.query"
            : "row.get";
    }

    private StateStoreException CreateException() =>
        new("Failed", ResponseSizes.DescribeExcess(service.AbsoluteUri, ResponseSizes.MaxPageBytes), isTransient: true);
}
