using System.Text.Json;
using Advisor.State.Rows;
using Azure;
using Azure.Core;
using Azure.Core.Pipeline;
using Polly;
using Polly.Timeout;

namespace Advisor.Storage.Tables;

/// <summary>
/// Sends requests to the table service, with retries in this one place; a failure that persists becomes a <see
/// cref="StateStoreException"/>.
/// </summary>
internal sealed class TableClient
{
    private const string ServiceVersion = "2020-12-06";

    private readonly HttpPipeline pipeline;
    private readonly ResiliencePipeline<Response> resilience;
    private readonly Uri service;

    /// <param name="service">URL of the account's table service, without a trailing slash.</param>
    /// <param name="authentication">Adds a token or a signature to every attempt.</param>
    public TableClient(Uri service, TableStateStoreOptions options, HttpPipelinePolicy authentication)
    {
        this.service = new Uri(service.AbsoluteUri.TrimEnd('/'));
        options.Retry.MaxRetries = 0; // the pipeline below retries
        options.AddPolicy(new TableResponseLimit(this.service), HttpPipelinePosition.BeforeTransport);
        pipeline = HttpPipelineBuilder.Build(options, authentication);
        resilience = TableResilience.Create(options);
        Table = new Uri($"{this.service.AbsoluteUri.TrimEnd('/')}/{options.Table}");
        TableName = options.Table;
    }

    /// <summary>URL of the table.</summary>
    public Uri Table { get; }

    public string TableName { get; }

    /// <summary>Sends a request, with retries.</summary>
    /// <param name="path">Path and query after the URL of the service, encoded.</param>
    /// <exception cref="StateStoreException">The service cannot be reached, stays busy or refuses the caller.</exception>
    public async Task<TableResponse> SendAsync(
        RequestMethod method,
        string path,
        string? contentType,
        byte[]? body,
        CancellationToken cancellation
    )
    {
        var tries = 0;
        try
        {
            using var response = await resilience.ExecuteAsync(
                async cancel =>
                {
                    tries++;
                    return await SendOnceAsync(method, path, contentType, body, cancel);
                },
                cancellation
            );
            return CheckStatus(response, tries);
        }
        catch (RequestFailedException error) when (error.Status == 0)
        {
            throw new StateStoreException(
                "Unreachable",
                $"The table service {service} cannot be reached: {error.Message}",
                isTransient: true,
                error
            );
        }
        catch (Exception error)
            when (error is TimeoutRejectedException or IOException
                || (error is OperationCanceledException && !cancellation.IsCancellationRequested)
            )
        {
            throw new StateStoreException("Unreachable", $"The table service {service} does not answer in time.", isTransient: true, error);
        }
        catch (Exception error) when (error is not (StateStoreException or OperationCanceledException))
        {
            throw new StateStoreException(
                "Forbidden",
                $"No access to the table service {service}: {error.Message.ReplaceLineEndings(" ")}",
                isTransient: false,
                error
            );
        }
    }

    /// <summary>Parses the object in a response.</summary>
    /// <exception cref="StateStoreException">The response is truncated, or from something other than the service.</exception>
    public JsonDocument ParseJson(TableResponse answer)
    {
        try
        {
            var json = JsonDocument.Parse(answer.Body);
            if (json.RootElement.ValueKind == JsonValueKind.Object)
            {
                return json;
            }

            json.Dispose();
        }
        catch (JsonException error)
        {
            throw CreateUnreadable(error);
        }

        throw CreateUnreadable();
    }

    /// <summary>Creates the error for a response that is truncated, or from something else, such as a proxy; a retry may succeed.</summary>
    public StateStoreException CreateUnreadable(Exception? error = null) =>
        new(
            "Failed",
            $"The table service {service} returned a response for the table {TableName} that is truncated or not its own. "
                + "If it persists, check for a proxy in between.",
            isTransient: true,
            error
        );

    /// <summary>Creates the error for an unexpected status, or an unreadable response to a commit.</summary>
    public StateStoreException CreateUnexpected(TableResponse answer)
    {
        if (answer.Status == 202 && TableBatch.ReadError(answer.Body) is null)
        {
            return CreateUnreadable();
        }

        var error = TableBatch.ReadError(answer.Body);
        var text =
            $"The table service answered {answer.Status} for the table {TableName}: "
            + $"{error?.Code ?? "no code"} {error?.Text.ReplaceLineEndings(" ")}";
        return new StateStoreException("Failed", text.TrimEnd(), isTransient: false);
    }

    private async Task<Response> SendOnceAsync(
        RequestMethod method,
        string path,
        string? contentType,
        byte[]? body,
        CancellationToken cancellation
    )
    {
        var request = pipeline.CreateRequest();
        request.Method = method;
        request.Uri.Reset(new Uri($"{service.AbsoluteUri.TrimEnd('/')}/{path}"));
        request.Headers.Add("x-ms-version", ServiceVersion);
        request.Headers.Add("DataServiceVersion", "3.0;NetFx");
        request.Headers.Add(
            "Accept",
            contentType is { } type && type.StartsWith("multipart", StringComparison.Ordinal)
                ? "multipart/mixed"
                : "application/json;odata=minimalmetadata"
        );
        if (body is not null)
        {
            request.Headers.Add("Content-Type", contentType!);
            request.Content = RequestContent.Create(body);
        }

        int? status = null;
        try
        {
            var response = await pipeline.SendRequestAsync(request, cancellation);
            status = response.Status;
            return response;
        }
        finally
        {
            StorageTelemetry.Calls.Record("table", GetOperation(method, path), status);
        }
    }

    private static string GetOperation(RequestMethod method, string path) =>
        path.StartsWith('$') ? "rows.commit"
        : method == RequestMethod.Post ? "table.create"
        : path.Contains("()?", StringComparison.Ordinal) ? "rows.query"
        : "row.get";

    private TableResponse CheckStatus(Response response, int tries)
    {
        var body = response.Content.ToString();
        return response.Status switch
        {
            401 or 403 => throw new StateStoreException(
                "Forbidden",
                $"The table service {service} denies access ({response.Status}, {ReadErrorCode(body)}). "
                    + "Assign its identity the role Storage Table Data Contributor on the account.",
                isTransient: false
            ),
            429 or >= 500 => throw new StateStoreException(
                response.Status is 429 or 503 ? "Throttled" : "Unreachable",
                $"The table service {service} is busy ({response.Status}, {ReadErrorCode(body)}).",
                isTransient: true
            ),
            _ => new TableResponse(
                response.Status,
                body,
                response.Headers.TryGetValue("x-ms-continuation-NextPartitionKey", out var partition) ? partition : null,
                response.Headers.TryGetValue("x-ms-continuation-NextRowKey", out var row) ? row : null,
                tries > 1
            ),
        };
    }

    private static string ReadErrorCode(string body) => TableBatch.ReadError(body)?.Code ?? "no code";
}
