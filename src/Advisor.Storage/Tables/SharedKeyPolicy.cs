using System.Security.Cryptography;
using System.Text;
using Azure.Core;
using Azure.Core.Pipeline;

namespace Advisor.Storage.Tables;

/// <summary>
/// Signs requests with an account key (Shared Key Lite). For the local storage emulator; in Azure the account refuses keys.
/// </summary>
internal sealed class SharedKeyPolicy(string account, string key, TimeProvider time) : HttpPipelineSynchronousPolicy
{
    private readonly byte[] secret = Convert.FromBase64String(key);

    public override void OnSendingRequest(HttpMessage message)
    {
        var date = time.GetUtcNow().ToString("R");
        message.Request.Headers.SetValue("x-ms-date", date);
        var path = message.Request.Uri.ToUri().AbsolutePath;
        var signature = Convert.ToBase64String(HMACSHA256.HashData(secret, Encoding.UTF8.GetBytes($"{date}\n/{account}{path}")));
        message.Request.Headers.SetValue("Authorization", $"SharedKeyLite {account}:{signature}");
    }
}
