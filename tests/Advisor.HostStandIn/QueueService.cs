using Azure;
using Azure.Storage;
using Azure.Storage.Queues;
using Azure.Storage.Queues.Models;

namespace Advisor.HostStandIn;

/// <summary>Storage queues of the emulator, messages in base64 as the host writes them.</summary>
public sealed class QueueService(Uri service, string account, string key)
{
    private readonly QueueServiceClient client = new(
        service,
        new StorageSharedKeyCredential(account, key),
        new QueueClientOptions { MessageEncoding = QueueMessageEncoding.Base64, Retry = { MaxRetries = 0 } }
    );

    public Task CreateAsync(string queue, CancellationToken cancellation) =>
        client.GetQueueClient(queue).CreateIfNotExistsAsync(cancellationToken: cancellation);

    public Task PutAsync(string queue, string text, CancellationToken cancellation) =>
        client.GetQueueClient(queue).SendMessageAsync(text, cancellation);

    public async Task<IReadOnlyList<QueueMessage>> TakeAsync(string queue, int max, TimeSpan hidden, CancellationToken cancellation) =>
        (await client.GetQueueClient(queue).ReceiveMessagesAsync(max, hidden, cancellation)).Value;

    /// <summary>The first messages that are in sight, without taking them.</summary>
    public async Task<IReadOnlyList<string>> PeekAsync(string queue, CancellationToken cancellation)
    {
        await CreateAsync(queue, cancellation);
        return [.. (await client.GetQueueClient(queue).PeekMessagesAsync(32, cancellation)).Value.Select(message => message.MessageText)];
    }

    /// <summary>Messages of a queue, those out of sight too.</summary>
    public async Task<int> CountAsync(string queue, CancellationToken cancellation) =>
        (await client.GetQueueClient(queue).GetPropertiesAsync(cancellation)).Value.ApproximateMessagesCount;

    public Task HideAsync(string queue, QueueMessage message, TimeSpan hidden, CancellationToken cancellation) =>
        AcceptMissingAsync(
            client
                .GetQueueClient(queue)
                .UpdateMessageAsync(message.MessageId, message.PopReceipt, visibilityTimeout: hidden, cancellationToken: cancellation)
        );

    public Task DeleteAsync(string queue, QueueMessage message, CancellationToken cancellation) =>
        AcceptMissingAsync(client.GetQueueClient(queue).DeleteMessageAsync(message.MessageId, message.PopReceipt, cancellation));

    private static async Task AcceptMissingAsync(Task request)
    {
        try
        {
            await request;
        }
        catch (RequestFailedException error) when (error.Status == 404)
        {
            // Another took it meanwhile.
        }
    }
}
