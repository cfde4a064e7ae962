using Advisor.Service.Store.Rows;
using Azure;
using Polly;
using Polly.Timeout;

namespace Advisor.Service.Store.Tables;

/// <summary>Answer of the service that is not a transient failure.</summary>
/// <param name="Value">What it returned; default where it refused.</param>
/// <param name="Refusal">Its refusal, such as a conflict; null where it did the work.</param>
/// <param name="IsUncertain">Whether an earlier attempt was interrupted, so that the service may already have done the work.</param>
internal readonly record struct TableAnswer<T>(T? Value, RequestFailedException? Refusal, bool IsUncertain);

/// <summary>
/// Sends requests to the table service, with retries in this one place; a failure that persists becomes a <see
/// cref="StateStoreException"/>.
/// </summary>
internal sealed class TableRequests(Uri service, string table, ResiliencePipeline resilience)
{
    /// <summary>Sends a request, with retries.</summary>
    /// <exception cref="StateStoreException">The service cannot be reached, stays busy or refuses the caller.</exception>
    public async Task<TableAnswer<T>> SendAsync<T>(Func<CancellationToken, Task<T>> send, CancellationToken cancellation)
    {
        var tries = 0;
        var isAnswered = TableCallPolicy.ObserveAnswer();
        try
        {
            var value = await resilience.ExecuteAsync(
                async cancel =>
                {
                    tries++;
                    return await send(cancel);
                },
                cancellation
            );
            return new TableAnswer<T>(value, null, tries > 1);
        }
        catch (RequestFailedException error)
        {
            return new TableAnswer<T>(default, CheckRefusal(error), tries > 1);
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
            // Before an answer the sign-in failed; after one of success the client did not understand it.
            throw isAnswered.Value
                ? CreateUnreadable(error)
                : new StateStoreException(
                    StateStoreException.Forbidden,
                    $"No access to the table service {service}: {error.Message.ReplaceLineEndings(" ")}",
                    isTransient: false,
                    error
                );
        }
    }

    /// <summary>Creates the error for a response that is truncated, or from something else, such as a proxy; a retry may succeed.</summary>
    public StateStoreException CreateUnreadable(Exception? error = null) =>
        new(
            "Failed",
            $"The table service {service} returned a response for the table {table} that is truncated or not its own. "
                + "If it persists, check for a proxy in between.",
            isTransient: true,
            error
        );

    /// <summary>Creates the error for a refusal that was not expected.</summary>
    public StateStoreException CreateUnexpected(RequestFailedException refusal)
    {
        // The client appends status, body and headers to the text of the service.
        var text = refusal.Message.Split("\nStatus: ")[0].ReplaceLineEndings(" ").Trim();
        return new(
            "Failed",
            $"The table service answered {refusal.Status} for the table {table}: {GetCode(refusal)} {text}".TrimEnd(),
            isTransient: false
        );
    }

    private RequestFailedException CheckRefusal(RequestFailedException error) =>
        error.Status switch
        {
            0 => throw new StateStoreException(
                "Unreachable",
                $"The table service {service} cannot be reached: {error.Message}",
                isTransient: true,
                error
            ),
            >= 200 and < 300 => throw CreateUnreadable(error),
            401 or 403 => throw new StateStoreException(
                StateStoreException.Forbidden,
                $"The table service {service} denies access ({error.Status}, {GetCode(error)}). "
                    + "Assign its identity the role Storage Table Data Contributor on the account.",
                isTransient: false
            ),
            429 or >= 500 => throw new StateStoreException(
                error.Status is 429 or 503 ? "Throttled" : "Unreachable",
                $"The table service {service} is busy ({error.Status}, {GetCode(error)}).",
                isTransient: true
            ),
            _ => error,
        };

    private static string GetCode(RequestFailedException error) => error.ErrorCode is { Length: > 0 } code ? code : "no code";
}
